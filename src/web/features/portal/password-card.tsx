import { useContext, useState } from 'react'
import { api } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PortalButton } from './portal-button.tsx'
import { PortalPasswordField } from './portal-fields.tsx'
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
        <PortalPasswordField
          label={texts.oldPassword}
          name="old_password"
          autoComplete="current-password"
          value={old}
          onChange={setOld}
          error={isSent && old === '' ? texts.passwordMissing : fields.old_password}
        />
        <PortalPasswordField
          label={texts.newPassword}
          name="new_password"
          autoComplete="new-password"
          value={wanted}
          onChange={setWanted}
          error={isSent && wanted === '' ? texts.newPasswordMissing : fields.new_password}
        />
        {!isAboutField && <ErrorText text={change.error} />}
        <PortalButton type="submit" isBusy={change.isBusy} busyText={texts.changing} className="self-start">
          {texts.change}
        </PortalButton>
      </Form>
      <Said text={change.done} />
    </Card>
  )
}
