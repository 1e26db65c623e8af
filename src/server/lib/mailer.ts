import { createTransport, type SMTPTransportOptions } from 'nodemailer'
import { isMailbox } from './mailbox.ts'

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Absent: the sender that the mailer was opened with. */
  readonly from?: { readonly name: string; readonly address: string }
  readonly replyTo?: string
  /** Absent: a new one. */
  readonly messageId?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Ends the attempt. */
  readonly signal?: AbortSignal
}

/** Sends mail over one SMTP server. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  /** Connects and signs in, and sends nothing. */
  verify(): Promise<void>
}

export interface MailOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string
  /** Sender: an address, or `Name <address>`. */
  readonly from: string
}

/** A mail server that must encrypt. */
export interface EncryptedSmtp {
  /** Where to connect: an address that was checked. */
  readonly address: string
  readonly port: number
  /** The name in its certificate. */
  readonly host: string
  readonly isTlsFromStart: boolean
  readonly auth: { readonly user: string; readonly pass: string } | undefined
}

const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 }

/** Mail is sent in the background; a slow mail server times out and is logged. */
export function openMailer({ url, from }: MailOptions): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const options = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  }
  return mailerOver(options, from)
}

/** Nothing is sent unencrypted, or to a server whose certificate nobody trusts. */
export function openEncryptedMailer(
  { address, port, host, isTlsFromStart, auth }: EncryptedSmtp,
  from: string,
): Mailer {
  const options = { host: address, servername: host, port, secure: isTlsFromStart, requireTLS: !isTlsFromStart }
  return mailerOver({ ...options, ...(auth && { auth }) }, from)
}

function mailerOver(options: SMTPTransportOptions, defaultFrom: string): Mailer {
  const transport = createTransport({
    ...options,
    ...timeouts,
    // Message parts are never read from files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ from = defaultFrom, ...mail }) {
      if (!isMailbox(mail.to)) throw new Error('The address of a mail is not one mailbox.')
      await transport.sendMail({ ...mail, from })
    },
    async verify() {
      await transport.verify()
    },
  }
}
