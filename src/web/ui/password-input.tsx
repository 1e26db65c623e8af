import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { TextInput } from './text-input.tsx'

/**
 * A password with show/hide and a hint while caps lock is on. Give it `autoComplete`.
 * `<PasswordInput name="password" autoComplete="current-password" value={password} onChange={…} />`
 */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false)
  const [isCapsLock, setIsCapsLock] = useState(false)
  const watchCapsLock = (event: KeyboardEvent) => setIsCapsLock(event.getModifierState('CapsLock'))
  return (
    <div className="flex flex-col gap-1.5">
      <div className="relative">
        <TextInput
          spellCheck={false}
          autoCapitalize="none"
          {...props}
          type={isShown ? 'text' : 'password'}
          className="pr-11"
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setIsCapsLock(false)}
        />
        <IconButton
          label={isShown ? 'Hide password' : 'Show password'}
          icon={isShown ? <EyeOff size={16} strokeWidth={1.75} /> : <Eye size={16} strokeWidth={1.75} />}
          size="sm"
          className="absolute inset-y-0 right-0.5 my-auto"
          onClick={() => setIsShown(!isShown)}
        />
      </div>
      <p role="status" className="text-second text-warn empty:hidden">
        {isCapsLock && 'Caps Lock is on'}
      </p>
    </div>
  )
}
