import { useContext, useState } from 'react'
import { api } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Form } from '../../ui/form/form.tsx'
import { PortalButton } from './portal-button.tsx'
import { PortalCodeField, PortalTextField } from './portal-fields.tsx'
import { Said } from './said.tsx'
import { PortalContext, useAction } from './use-portal.ts'

interface EmailCardProps {
  readonly email: string | null
  readonly onChanged: () => void
}

/** Another email address, once a code that was sent there is entered. */
export function EmailCard({ email: current, onChanged }: EmailCardProps) {
  const { slug } = useContext(PortalContext)
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [hasCode, setHasCode] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const change = useAction()
  const submit = () => {
    setIsSent(true)
    if (email.trim() === '' || (hasCode && code.trim() === '')) return
    change.run(async () => {
      const body = { email, ...(hasCode && { code: code.trim() }) }
      const { message } = await api('POST /api/portal/:slug/email', { params: { slug }, body })
      setIsSent(false)
      setHasCode(!hasCode)
      if (!hasCode) return message
      setEmail('')
      setCode('')
      onChanged()
      return texts.emailChanged
    })
  }
  return (
    <Card title={texts.emailTitle} description={current === null ? texts.emailText : texts.emailNow(current)}>
      <Form onSubmit={submit} className="flex flex-col gap-4">
        <PortalTextField
          label={texts.newEmail}
          name="new_email"
          autoComplete="email"
          inputMode="email"
          value={email}
          onChange={setEmail}
          error={isSent && email.trim() === '' ? texts.emailMissing : change.fields.email}
        />
        {hasCode && <PortalCodeField name="email_code" value={code} onChange={setCode} isSent={isSent} />}
        {change.fields.email === undefined && <ErrorText text={change.error} />}
        <PortalButton
          type="submit"
          isBusy={change.isBusy}
          busyText={hasCode ? texts.confirming : texts.sending}
          className="self-start"
        >
          {hasCode ? texts.confirmEmail : texts.sendCode}
        </PortalButton>
      </Form>
      <Said text={change.done} />
    </Card>
  )
}
