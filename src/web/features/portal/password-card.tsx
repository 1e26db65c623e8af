import { useContext, useState } from 'react'
import { api } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PasswordInput } from '../../ui/form/password-input.tsx'
import { PortalButton } from './portal-button.tsx'
import { Said } from './said.tsx'
import { PortalContext, useAction } from './use-portal.ts'

/** A new password, with the old one. */
export function PasswordCard() {
  const { slug } = useContext(PortalContext)
  const [old, setOld] = useState('')
  const [wanted, setWanted] = useState('')
  const [isSent, setIsSent] = useState(false)
  const change = useAction()
  const submit = () => {
    setIsSent(true)
    if (old === '' || wanted === '') return
    change.run(async () => {
      const body = { old_password: old, new_password: wanted }
      await api('POST /api/portal/:slug/password', { params: { slug }, body })
      setOld('')
      setWanted('')
      setIsSent(false)
      return texts.changed
    })
  }
  const { fields } = change
  const isAboutField = Object.keys(fields).length > 0
  return (
    <Card title={texts.changePassword} description={texts.changePasswordText}>
      <Form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={texts.oldPassword} error={isSent && old === '' ? texts.passwordMissing : fields.old_password}>
          <PasswordInput
            name="old_password"
            autoComplete="current-password"
            value={old}
            onChange={(event) => setOld(event.target.value)}
            className="h-11"
          />
        </Field>
        <Field
          label={texts.newPassword}
          error={isSent && wanted === '' ? texts.newPasswordMissing : fields.new_password}
        >
          <PasswordInput
            name="new_password"
            autoComplete="new-password"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
            className="h-11"
          />
        </Field>
        {!isAboutField && <ErrorText text={change.error} />}
        <PortalButton type="submit" isBusy={change.isBusy} busyText={texts.changing} className="self-start">
          {texts.change}
        </PortalButton>
      </Form>
      <Said text={change.done} />
    </Card>
  )
}
