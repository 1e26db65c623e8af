import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { failureToast } from '../../api/failure-toast.ts'
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
    <Dialog {...props} title="Forgot password?" footer={<Button onClick={props.onClose}>Close</Button>}>
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
    if (!/^\S+@\S+\.\S+$/.test(email.trim())) return setError('Enter your email address.')
    setIsBusy(true)
    try {
      await api('POST /api/auth/forgot-password', { body: { email: email.trim() } })
      setIsSent(true)
    } catch (thrown) {
      toast(failureToast('Error', thrown instanceof Error ? thrown : new Error('')))
    }
    setIsBusy(false)
  }
  if (isSent) {
    return (
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        title="Check Your Inbox"
        footer={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <p role="status" className="text-fg-2">
          If <bdi className="font-medium text-fg">{email.trim()}</bdi> has an account, a reset link is on its way. It
          works once, for 30 minutes. Nothing there? Check your spam folder.
        </p>
      </Dialog>
    )
  }
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Forgot password?"
      description="Enter your email to get a link for setting a new password."
      onSubmit={() => void send()}
      submitText="Send Link"
      isBusy={isBusy}
      busyText="Sending…"
    >
      <Field label="Email" error={error}>
        <EmailInput value={email} onChange={(event) => setEmail(event.target.value)} />
      </Field>
    </FormDialog>
  )
}

function CommandOfHost({ isOpen, onClose }: DialogState) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title="Forgot password?"
      description="Passwords are reset on the server. Ask your administrator to run this in the Keywright folder:"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <CodeBlock label="Command" code="npm run cli user reset-password you@example.com" />
      <p className="text-fg-2">
        Stop Keywright first, unless it runs on PostgreSQL. A new password signs you out everywhere.
      </p>
    </Dialog>
  )
}
