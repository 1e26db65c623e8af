/** What mails to customers are about. */
export const mailKinds = ['code', 'key', 'reset', 'verification'] as const
export type MailKind = (typeof mailKinds)[number]

/** Why a mail was not queued. */
export const mailRefusals = ['bad_address', 'queue_full', 'recipient_limit'] as const
export type MailRefusal = (typeof mailRefusals)[number]

/** Mails and what came of them are kept so long. */
export const mailsKeptDays = 14
export const senderNameMaxLength = 64
/** The failed mails that are shown. */
export const maxFailedMailsShown = 5

/** How a connection to a mail server is encrypted: from the start, or once the server was asked for it. */
export const smtpSecurities = ['tls', 'starttls'] as const

/** A mail server of the application's own. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly security: (typeof smtpSecurities)[number]
  /** null: it asks for none. */
  readonly username: string | null
  /** The address that mails come from. */
  readonly from: string
}
