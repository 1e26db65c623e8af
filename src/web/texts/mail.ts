import type { MailKind, MailRefusal } from '../../shared/mail.ts'
import { formatCount } from '../ui/text/format.ts'

export const title = 'Email'
export const description = 'License keys and codes that your customers get.'
export const none = 'No mail server'
export const noneText =
  'Nothing is sent. Enter a mail server of your own, or ask your administrator to set SMTP_URL and SMTP_FROM.'
export const setUp = 'Set Up Email'
export const edit = 'Edit'
export const sendTest = 'Send Test'
export const sendingTest = 'Sending...'
export const testSent = 'Test email sent'
export const testSentTo = (to: string) => `Look into the inbox of ${to}.`
export const testFailed = 'Failed to send test email'
export const dialogTitle = 'Email Settings'
export const save = 'Save Changes'
export const saving = 'Saving...'
export const saved = 'Email settings updated'
export const failed = 'Failed to save email settings'
export const mailServer = 'Mail Server'
export const servers = [
  { value: 'server', label: "This installation's" },
  { value: 'own', label: 'My own' },
] as const
export const ofInstallation = "This installation's"
export const own = 'Your own'
export const fromName = 'Sender Name'
export const fromNameHint = "Leave empty to use the application's name."
export const nameOfApplication = "The application's name"
export const replyTo = 'Reply-To'
export const replyToHint = 'Where replies of customers go. Leave empty for the sender address.'
export const noReplyTo = 'Sender address'
export const host = 'Host'
export const hostMissing = 'Enter the host name of the mail server.'
export const port = 'Port'
export const portWrong = 'Enter 25, 465, 587 or a port from 1024 to 65535.'
export const security = 'Encryption'
export const securities = [
  { value: 'tls', label: 'TLS' },
  { value: 'starttls', label: 'STARTTLS' },
] as const
export const username = 'Username'
export const usernameHint = 'Leave empty if the mail server asks for none.'
export const password = 'Password'
export const passwordKept = "It isn't shown again. Leave empty to keep it."
export const from = 'Sender Address'
export const fromMissing = 'Enter the address that emails come from.'
export const waiting = 'Waiting'
export const lastSent = 'Last sent'
export const neverSent = 'Never'
export const notSent = 'Failed'
export const countMails = (count: number) => formatCount(count, 'email')
export const retried = (reason: string) => `Tried again for up to 9 hours. Last answer: ${reason}`
export const refused = (count: number, reason: string) =>
  `${formatCount(count, 'email')} never queued. The last one: ${reason}`
export const failures = 'Last failed emails'
export const failureOf = (what: string, to: string) => `${what} to ${to}`

export const kinds: Readonly<Record<MailKind, string>> = {
  code: 'Code',
  key: 'License key',
  reset: 'Password reset',
  verification: 'Address confirmation',
}

export const refusals: Readonly<Record<MailRefusal, string>> = {
  bad_address: 'its address is not valid.',
  queue_full: 'too many emails wait.',
  recipient_limit: 'too many emails to the same address.',
}
