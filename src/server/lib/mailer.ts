import { createTransport } from 'nodemailer'

interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends mail over the configured SMTP server. */
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

const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 }

/** Exactly one mailbox: nothing that a mail server could read as a second address, a name, a header or a command. */
export const isMailbox = (text: string) => /^[^\s\p{C}\p{Z}"(),:;<>@[\\\]]+@[^\s\p{C}\p{Z}"(),:;<>@[\\\]]+$/u.test(text)

/** Mail is sent in the background; a slow mail server times out and is logged. */
export function openMailer({ url, from }: MailOptions): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...timeouts,
    // Message parts are never read from files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text }) {
      if (!isMailbox(to)) throw new Error('The address of a mail is not one mailbox.')
      await transport.sendMail({ from, to, subject, text })
    },
    async verify() {
      await transport.verify()
    },
  }
}
