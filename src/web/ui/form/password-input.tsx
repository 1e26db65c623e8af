import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import * as texts from '../../texts/ui.ts'
import { TextInput } from './text-input.tsx'

/**
 * A password with show/hide and a caps lock hint. Give it `autoComplete`.
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
          className="pr-16"
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setIsCapsLock(false)}
        />
        {/* A text label: a tooltip's code would be loaded on the sign-in page for this alone. */}
        <button
          type="button"
          aria-label={isShown ? texts.hidePassword : texts.showPassword}
          className="absolute inset-y-0 right-1 my-auto h-7 rounded-control px-2 text-second font-medium text-fg-2 transition-colors duration-150 hover:bg-overlay hover:text-fg touch:h-9"
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? texts.hide : texts.show}
        </button>
      </div>
      <p role="status" className="text-second text-warn empty:hidden">
        {isCapsLock && texts.capsLockIsOn}
      </p>
    </div>
  )
}
