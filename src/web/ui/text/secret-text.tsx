import { Eye, EyeOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { maskApiKey } from '../../../shared/api-key-mask.ts'
import * as texts from '../../texts/ui.ts'
import type { ToastText } from '../feedback/toast.ts'
import { IconButton } from '../icon-button.tsx'
import { CopyButton } from './copy-button.tsx'

const hiddenAfterMs = 60_000

export interface SecretTextProps {
  readonly value: string
  /** What it is: `API key`. */
  readonly what: string
  /** Whose it is, where a screen shows several: `My Game App`. */
  readonly of?: string | undefined
  readonly copied?: ToastText | undefined
  readonly onCopied?: (() => void) | undefined
  /** Called when it is revealed. */
  readonly onShown?: (() => void) | undefined
}

/**
 * A masked secret with reveal (masked again after 60 s) and copy.
 * `<SecretText value={apiKey} what="API key" copied={{ title: 'Copied', description: 'API key copied to clipboard' }}
 * />`
 */
export function SecretText({ value, what, of, copied, onCopied, onShown }: SecretTextProps) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(() => setIsShown(false), hiddenAfterMs)
    return () => clearTimeout(timer)
  }, [isShown])
  const name = of === undefined ? what : texts.ofOf(what, of)
  return (
    <div className="flex min-w-0 items-center gap-0.5 rounded-control border border-line bg-bg py-0.5 pr-0.5 pl-3">
      <code className="@container min-w-0 grow break-all py-1 text-meta text-fg-2">
        {isShown ? value : <Masked value={value} />}
      </code>
      <IconButton
        label={isShown ? texts.hideOf(name) : texts.showOf(name)}
        size="sm"
        icon={isShown ? <EyeOff size={16} strokeWidth={1.75} /> : <Eye size={16} strokeWidth={1.75} />}
        onClick={() => {
          if (!isShown) onShown?.()
          setIsShown(!isShown)
        }}
      />
      <CopyButton text={value} what={name} done={copied} onCopied={onCopied} />
    </div>
  )
}

/** The bullets shrink where there is little room, so both ends stay on one line. */
function Masked({ value }: { readonly value: string }) {
  const [head, bullets, tail] = maskApiKey(value).split(/(\u2022+)/)
  return (
    <>
      {head}
      <span className="@max-[18.5rem]:mr-[0.36em] @max-[18.5rem]:tracking-[-0.36em]">{bullets}</span>
      {tail}
    </>
  )
}
