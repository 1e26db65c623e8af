import { useContext, useState } from 'react'
import { api } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PortalButton } from './portal-button.tsx'
import { PortalTextField } from './portal-fields.tsx'
import { Said } from './said.tsx'
import { PortalContext, useAction } from './use-portal.ts'

/** Sends the license keys of a buyer to the address they were bought with. */
export function RecoverForm({ onBack }: { readonly onBack: () => void }) {
  const { slug } = useContext(PortalContext)
  const [email, setEmail] = useState('')
  const [isSent, setIsSent] = useState(false)
  const { run, isBusy, error, done, fields } = useAction()
  const submit = () => {
    setIsSent(true)
    if (email.trim() === '') return
    run(async () => (await api('POST /api/portal/:slug/recover-key', { params: { slug }, body: { email } })).message)
  }
  return (
    <Form onSubmit={submit} className="flex flex-col gap-4">
      <PortalTextField
        label={texts.emailAddress}
        name="email"
        autoComplete="email"
        inputMode="email"
        value={email}
        onChange={setEmail}
        error={isSent && email.trim() === '' ? texts.emailMissing : fields.email}
      />
      <Said text={done} />
      {fields.email === undefined && <ErrorText text={error} />}
      <PortalButton type="submit" variant="primary" isBusy={isBusy} busyText={texts.sending}>
        {texts.sendKeys}
      </PortalButton>
      <PortalButton variant="ghost" onClick={onBack}>
        {texts.back}
      </PortalButton>
    </Form>
  )
}
