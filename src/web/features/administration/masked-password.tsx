import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Nothing of it shows until its eye is pressed, not even how long it is. */
export function MaskedPassword({ password, email }: { readonly password: string; readonly email: string }) {
  const [isShown, setIsShown] = useState(false)
  return (
    <span className="inline-flex min-w-0 items-center gap-0.5">
      <code className="min-w-0 break-all text-meta text-fg-2">{isShown ? password : '\u2022'.repeat(10)}</code>
      <IconButton
        label={`${isShown ? 'Hide' : 'Show'} password of ${email}`}
        size="sm"
        icon={isShown ? <EyeOff {...icon} /> : <Eye {...icon} />}
        onClick={() => setIsShown(!isShown)}
      />
      <CopyButton text={password} what={`password of ${email}`} />
    </span>
  )
}
