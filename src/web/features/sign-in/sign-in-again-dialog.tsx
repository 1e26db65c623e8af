import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCurrentUser } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { rememberedEmail } from './remembered-sign-in.ts'
import { SignInError } from './sign-in-error.tsx'
import { useSignIn } from './use-sign-in.ts'

const SecondFactorForm = lazyComponent(async () => (await import('./second-factor-form.tsx')).SecondFactorForm)

/** The session ended while the page was in use: signing in over it keeps unsaved input. */
export function SignInAgainDialog({ isOpen, onClose }: DialogState) {
  const client = useQueryClient()
  const { email } = useCurrentUser()
  const [password, setPassword] = useState('')
  const proceed = () => {
    onClose()
    void client.invalidateQueries()
  }
  const { submit, isBusy, errors, secondStep, back } = useSignIn(proceed)
  if (secondStep !== undefined) {
    return (
      <Dialog isOpen={isOpen} onClose={onClose} title="Sign In Again">
        <SecondFactorForm step={secondStep} onDone={proceed} onBack={back} />
      </Dialog>
    )
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Sign In Again"
      description="Your session has ended. Your unsaved changes on this page are kept."
      onSubmit={() => void submit({ email, password, isRemembered: rememberedEmail() === email })}
      footer={
        <>
          <Button onClick={onClose}>Not Now</Button>
          <Button variant="primary" type="submit" isBusy={isBusy} busyText="Signing in…">
            Sign In
          </Button>
        </>
      }
    >
      {errors.form !== undefined && <SignInError key={String(errors.form)} error={errors.form} />}
      <Field label="Email">
        <TextInput type="email" name="email" autoComplete="username" readOnly value={email} />
      </Field>
      <Field label="Password" error={errors.password}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </Dialog>
  )
}
