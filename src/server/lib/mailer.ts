import { createTransport } from 'nodemailer'

interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Sends mail over the configured SMTP server. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

export interface MailOptions {
  /** `smtp://user:password@host:587` or `smtps://…`. */
  readonly url: string
  /** Whom the mail comes from: an address, or `Name <address>`. */
  readonly from: string
}

const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 }

/** One mailbox: nothing that a mail server could read as a second one, as a name, a header or a command. */
const isMailbox = (text: string) => /^[^\s\p{C}\p{Z}"(),:;<>@[\\\]]+@[^\s\p{C}\p{Z}"(),:;<>@[\\\]]+$/u.test(text)

/** A mail server that answers too slowly is given up; nobody waits for it but the log. */
export function openMailer({ url, from }: MailOptions): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...timeouts,
    // Nothing of a message is ever read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text }) {
      if (!isMailbox(to)) throw new Error('The address of a mail is not one mailbox.')
      await transport.sendMail({ from, to, subject, text })
    },
  }
}
