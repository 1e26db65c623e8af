import { isIP } from 'node:net'
import { isAllowedAddress, isAllowedPort } from '../events/webhooks/send/allowed-address.ts'
import type { Resolve } from '../events/webhooks/send/connect.ts'
import type { Network } from '../lib/canonical.ts'
import { addressIn } from '../lib/mailbox.ts'
import type { Mail, Mailer, MailOptions } from '../lib/mailer.ts'
import type { Secrets } from '../lib/secrets.ts'
import type { MailSender, OwnSmtp } from '../store/selling/mail-senders.ts'
import type { MailContent } from '../store/selling/mails.ts'

/** Why a mail was not sent. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent'
  /** For the log: it names nobody. */
  readonly code: string
  /** The mail server refuses this mail: another attempt has the same result. */
  readonly isPermanent: boolean
  /** The mail server was not reached, or lets nobody send: another mail has the same result. */
  readonly isOfServer: boolean

  constructor(reason: string, code: string, { isPermanent = false, isOfServer = false } = {}) {
    super(reason)
    this.code = code
    this.isPermanent = isPermanent
    this.isOfServer = isOfServer
  }
}

export interface SendDeps {
  /** The mail server of the installation, if it has one. */
  readonly serverSmtp: MailOptions | undefined
  readonly secrets: Secrets
  readonly resolve: Resolve
  /** Private networks that mail servers of applications may be in. */
  readonly allowed: readonly Network[]
}

interface OutgoingMail extends MailContent {
  readonly to: string
  /** The same for each attempt of a mail, so that a mailbox can drop a second copy. */
  readonly id: string
}

/** Sends one mail as an application, once. @throws MailNotSent */
export type SendAs = (sender: MailSender, mail: OutgoingMail, signal: AbortSignal) => Promise<void>

/** Loaded with the first mail: most servers send none. */
const mailers = () => import('../lib/mailer.ts')

/** Marks a mail that no program should answer. */
const headers = { 'Auto-Submitted': 'auto-generated' }

export function openSendAs({ serverSmtp, secrets, resolve, allowed }: SendDeps): SendAs {
  const mailerOf = async ({ smtp }: MailSender): Promise<{ mailer: Mailer; address: string }> => {
    if (smtp) return { mailer: await openOwn(smtp, resolve, allowed), address: smtp.from }
    if (!serverSmtp) throw new MailNotSent('No mail server is set.', 'no server', { isOfServer: true })
    return { mailer: (await mailers()).openMailer(serverSmtp), address: addressIn(serverSmtp.from) }
  }
  return async (sender, { to, subject, text, id }, signal) => {
    try {
      const { mailer, address } = await mailerOf(sender)
      const mail: Mail = {
        ...{ to, subject, text, headers, signal },
        from: { name: sender.fromName ?? sender.applicationName, address },
        messageId: `<${secrets.lookup('mail-id', id)}@${address.slice(address.indexOf('@') + 1)}>`,
        ...(sender.replyTo !== null && { replyTo: sender.replyTo }),
      }
      await mailer.send(mail)
    } catch (error) {
      throw error instanceof MailNotSent ? error : notSent(error as SmtpError)
    }
  }
}

/** Ports that mail servers take mail at. */
const mailPorts: ReadonlySet<number> = new Set([25, 465, 587])

export const isMailPort = (port: number): boolean => mailPorts.has(port) || (port >= 1024 && isAllowedPort(port))

/**
 * Connects to the very address that was checked: a second look into DNS could find another one. One forbidden address
 * rejects the whole name.
 */
async function openOwn(
  { host, port, security, username, password, from }: OwnSmtp,
  resolve: Resolve,
  allowed: readonly Network[],
): Promise<Mailer> {
  const addresses = isIP(host) ? [host] : await resolve(host)
  const refused = addresses.find((each) => !isAllowedAddress(each, allowed))
  const [address] = addresses
  if (refused !== undefined || address === undefined || !isMailPort(port)) {
    throw new MailNotSent(`Address not allowed: ${refused ?? host}, port ${port}.`, 'address', { isOfServer: true })
  }
  const auth = username === null ? undefined : { user: username, pass: password ?? '' }
  return (await mailers()).openEncryptedMailer({ address, port, host, isTlsFromStart: security === 'tls', auth }, from)
}

interface SmtpError extends Error {
  /** The kind of failure, such as `ECONNECTION` or `EAUTH`. */
  readonly code?: string
  /** The command that was refused. */
  readonly command?: string
  /** The number that the mail server answered with. */
  readonly responseCode?: number
}

const maxReasonLength = 200

/** A mail server answers 5xx for good, 4xx for now. What it says of the recipient or the text is about this mail only. */
function notSent({ message, code, command, responseCode }: SmtpError): MailNotSent {
  const reason = message.replace(/[\p{C}\s]+/gu, ' ').slice(0, maxReasonLength)
  const isOfMail = command === 'RCPT TO' || command === 'DATA'
  const isPermanent = isOfMail && responseCode !== undefined && responseCode >= 500
  return new MailNotSent(reason, String(responseCode ?? code ?? 'unknown'), { isPermanent, isOfServer: !isOfMail })
}
