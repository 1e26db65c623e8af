import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { failureToast } from '../../api/failure-toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Loading } from '../../ui/feedback/loading.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { TooltipRoot } from '../../ui/tooltip-root.tsx'
import { rememberedEmail } from './remembered-sign-in.ts'

export interface ForgotPasswordDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

/** With mail a link is sent; without it, or where the server can't say, the machine it runs on is the way back in. */
export function ForgotPasswordDialog(props: ForgotPasswordDialogProps) {
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
  const close = () => props.onOpenChange(false)
  return (
    <TooltipRoot>
      {sendsMail === undefined ? (
        <Dialog {...props} title="Forgot password?" footer={<Button onClick={close}>Close</Button>}>
          <Loading />
        </Dialog>
      ) : sendsMail ? (
        <AskForLink {...props} />
      ) : (
        <CommandOfHost {...props} />
      )}
    </TooltipRoot>
  )
}

function AskForLink({ isOpen, onOpenChange }: ForgotPasswordDialogProps) {
  const [email, setEmail] = useState(rememberedEmail)
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const close = () => onOpenChange(false)
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
        onOpenChange={onOpenChange}
        title="Look into your mailbox"
        footer={
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        }
      >
        <p role="status" className="text-fg-2">
          If <bdi className="font-medium text-fg">{email.trim()}</bdi> has an account here, a link is on its way. It
          works once, for 30 minutes. Nothing there? Look among the spam, then ask again.
        </p>
      </Dialog>
    )
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Forgot password?"
      description="A link with which you set a new password comes by email."
      onSubmit={() => void send()}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" type="submit" isBusy={isBusy} busyText="Sending…">
            Send Link
          </Button>
        </>
      }
    >
      <Field label="Email" error={error}>
        <TextInput
          type="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
    </Dialog>
  )
}

function CommandOfHost({ isOpen, onOpenChange }: ForgotPasswordDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Forgot password?"
      description="A new password is set on the machine that runs Keywright. Whoever looks after it runs this in the folder of the installation:"
      footer={<Button onClick={() => onOpenChange(false)}>Close</Button>}
    >
      <CodeBlock label="Command" code="npm run cli user reset-password you@example.com" />
      <p className="text-fg-2">
        Stop Keywright first, unless it runs on PostgreSQL. A new password signs that account out everywhere.
      </p>
    </Dialog>
  )
}
