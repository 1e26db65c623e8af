import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useCurrentUser } from '../../session/session.ts'
import * as texts from '../../texts/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { rememberedEmail } from './remembered-sign-in.ts'
import { SignInError } from './sign-in-error.tsx'
import { useSignIn } from './use-sign-in.ts'

const SecondFactorForm = lazyComponent(async () => (await import('./second-factor-form.tsx')).SecondFactorForm)

/** The session ended while the page was in use: signing in over it keeps unsaved input. */
export function SignInAgainDialog(dialog: DialogState) {
  const client = useQueryClient()
  const { email } = useCurrentUser()
  const [password, setPassword] = useState('')
  const proceed = () => {
    dialog.onClose()
    void client.invalidateQueries()
  }
  const { submit, isBusy, errors, secondStep, back } = useSignIn(proceed)
  if (secondStep !== undefined) {
    return (
      <Dialog {...dialog} title={texts.signInAgain}>
        <SecondFactorForm step={secondStep} onDone={proceed} onBack={back} />
      </Dialog>
    )
  }
  return (
    <Dialog
      {...dialog}
      title={texts.signInAgain}
      description={texts.yourSessionHasEnded}
      onSubmit={() => void submit({ email, password, isRemembered: rememberedEmail() === email })}
      footer={
        <>
          <Button onClick={dialog.onClose}>{texts.notNow}</Button>
          <Button variant="primary" type="submit" isBusy={isBusy} busyText={texts.signingIn}>
            {texts.signIn}
          </Button>
        </>
      }
    >
      {errors.form !== undefined && <SignInError key={String(errors.form)} error={errors.form} />}
      <Field label={texts.email}>
        <TextInput type="email" name="email" autoComplete="username" readOnly value={email} />
      </Field>
      <PasswordField
        label={texts.password}
        error={errors.password}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
    </Dialog>
  )
}
