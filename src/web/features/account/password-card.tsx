import { useState } from 'react'
import { fieldErrors } from '../../api/api-error.ts'
import { NewPasswordField, shortPasswordError } from '../../common/forms/new-password-field.tsx'
import { useCurrentUser } from '../../session/session.ts'
import * as texts from '../../texts/account.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useChangePassword } from './use-account.ts'

const nothing = { currentPassword: '', newPassword: '' }

export function PasswordCard() {
  const { email } = useCurrentUser()
  const [values, setValues] = useState(nothing)
  const [missing, setMissing] = useState<Partial<typeof nothing>>({})
  const change = useChangePassword((_, sent) => setValues((now) => (now === sent ? nothing : now)))
  const refused = fieldErrors(change.error)
  const errors = { ...refused, ...missing }
  const send = () => {
    const found = problems(values)
    setMissing(found)
    if (Object.keys(found).length === 0) change.mutate(values)
  }
  return (
    <Card title={texts.password} description={texts.changingItSignsYou}>
      <Form onSubmit={send} className="flex flex-col items-start gap-5">
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <div className="grid w-full gap-5 sm:grid-cols-2">
          <PasswordField
            label={texts.currentPassword}
            error={errors.currentPassword}
            name="currentPassword"
            autoComplete="current-password"
            value={values.currentPassword}
            onChange={(currentPassword) => setValues({ ...values, currentPassword })}
          />
          <NewPasswordField
            label={texts.newPassword}
            name="newPassword"
            value={values.newPassword}
            error={errors.newPassword}
            onChange={(newPassword) => setValues({ ...values, newPassword })}
          />
        </div>
        <Button variant="primary" type="submit" isBusy={change.isPending} busyText={texts.changing}>
          {texts.changePassword}
        </Button>
      </Form>
    </Card>
  )
}

function problems({ currentPassword, newPassword }: typeof nothing): Partial<typeof nothing> {
  const tooShort = shortPasswordError(newPassword)
  return {
    ...(currentPassword === '' && { currentPassword: texts.enterYourCurrentPassword }),
    ...(tooShort !== undefined && { newPassword: tooShort }),
  }
}
