import { useContext, useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import * as texts from '../../texts/portal.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Narrow } from './narrow.tsx'
import { PortalButton } from './portal-button.tsx'
import { PortalPasswordField } from './portal-fields.tsx'
import { Said } from './said.tsx'
import { PortalContext, useAction } from './use-portal.ts'

/** Takes the link that the developer made for a user: `/portal/{slug}/password#…` */
export function SetPasswordPage() {
  const { slug } = useContext(PortalContext)
  const [token] = useState(() => location.hash.slice(1))
  const [password, setPassword] = useState('')
  const [isSent, setIsSent] = useState(false)
  const { run, isBusy, error, fields, done } = useAction()
  // who looks at the screen or the history doesn't see it
  useEffect(() => history.replaceState(null, '', location.pathname), [])
  const submit = () => {
    setIsSent(true)
    if (password === '') return
    run(async () => {
      await api('POST /api/portal/:slug/set-password', { params: { slug }, body: { token, new_password: password } })
      return texts.passwordSet
    })
  }
  return (
    <Narrow title={texts.forgotTitle} text={texts.linkText}>
      {done === undefined && (
        <Form onSubmit={submit} className="flex flex-col gap-4">
          <PortalPasswordField
            label={texts.newPassword}
            name="new_password"
            autoComplete="new-password"
            value={password}
            onChange={setPassword}
            error={isSent && password === '' ? texts.newPasswordMissing : fields.new_password}
          />
          {fields.new_password === undefined && <ErrorText text={error} />}
          <PortalButton type="submit" variant="primary" isBusy={isBusy} busyText={texts.changing}>
            {texts.setPassword}
          </PortalButton>
        </Form>
      )}
      <Said text={done} />
      <a href={`/portal/${slug}`} className={`${buttonClass('ghost', 'md')} min-h-11`}>
        {texts.back}
      </a>
    </Narrow>
  )
}
