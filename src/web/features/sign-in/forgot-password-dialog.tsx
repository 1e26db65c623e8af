import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { failureToast } from '../../api/failure-toast.ts'
import * as texts from '../../texts/sign-in.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { EmailInput } from '../../ui/form/email-input.tsx'
import { Field } from '../../ui/form/field.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { rememberedEmail } from './remembered-sign-in.ts'

/** Sends a reset link by email; if the server sends no email, or can't be asked, shows the command that resets it. */
export function ForgotPasswordDialog(props: DialogState) {
  const [sendsMail, setSendsMail] = useState<boolean>()
  useEffect(() => {
    let isWanted = true
    const tell = (answer: boolean) => isWanted && setSendsMail(answer)
    api('GET /api/auth/options').then(
      (options) => tell(options.sendsMail),
      () => tell(false),
    )
    return () => {
      isWanted = false
    }
  }, [])
  if (sendsMail !== undefined) return sendsMail ? <AskForLink {...props} /> : <CommandOfHost {...props} />
  return (
    <Dialog {...props} title={texts.forgotPassword} footer={<Button onClick={props.onClose}>{texts.close}</Button>}>
      <Loading />
    </Dialog>
  )
}

function AskForLink({ isOpen, onClose }: DialogState) {
  const [email, setEmail] = useState(rememberedEmail)
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const send = async () => {
    setError(undefined)
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) return setError(texts.enterYourEmailAddress)
    setIsBusy(true)
    try {
      await api('POST /api/auth/forgot-password', { body: { email: email.trim() } })
      setIsSent(true)
    } catch (thrown) {
      toast(failureToast(texts.error, thrown instanceof Error ? thrown : new Error('')))
    }
    setIsBusy(false)
  }
  if (isSent) {
    return (
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        title={texts.checkYourInbox}
        footer={
          <Button variant="primary" onClick={onClose}>
            {texts.done}
          </Button>
        }
      >
        <p role="status" className="text-fg-2">
          {texts.ifText} <bdi className="font-medium text-fg">{email.trim()}</bdi> {texts.hasAnAccountA}
        </p>
      </Dialog>
    )
  }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={texts.forgotPassword}
      description={texts.enterYourEmailTo}
      onSubmit={() => void send()}
      submitText={texts.sendLink}
      isBusy={isBusy}
      busyText={texts.sending}
    >
      <Field label={texts.email} error={error}>
        <EmailInput value={email} onChange={(event) => setEmail(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

function CommandOfHost(dialog: DialogState) {
  return (
    <Dialog
      {...dialog}
      title={texts.forgotPassword}
      description={texts.passwordsAreResetOn}
      footer={<Button onClick={dialog.onClose}>{texts.close}</Button>}
    >
      <CodeBlock label={texts.command} code="npm run cli user reset-password you@example.com" />
      <p className="text-fg-2">{texts.stopKeywrightFirstUnless}</p>
    </Dialog>
  )
}
