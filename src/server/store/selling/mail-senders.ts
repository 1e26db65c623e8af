import type { Kysely } from 'kysely'
import type { MailRefusal, SmtpServer } from '../../../shared/mail.ts'
import type { Tables } from '../../db/tables.ts'
import type { Secrets } from '../../lib/secrets.ts'
import { dateOrNull, defined, type Patch } from '../columns.ts'

/** An own mail server with what signs in to it. */
export interface OwnSmtp extends SmtpServer {
  readonly password: string | null
}

/** How an application sends. */
export interface MailSender {
  readonly applicationName: string
  /** null: the application's name. */
  readonly fromName: string | null
  readonly replyTo: string | null
  /** null: the mail server of the installation. */
  readonly smtp: OwnSmtp | null
  /** Mails that were not queued, since ever. */
  readonly refused: number
  readonly refusedAt: Date | null
  readonly refusedReason: MailRefusal | null
}

type SenderSettings = Pick<MailSender, 'fromName' | 'replyTo' | 'smtp'>

/** Associated data: the ciphertext can't be decrypted in another application's row. */
const sealedFor = (applicationId: number) => `app:${applicationId}:smtp`

/** How applications send. Without a row the defaults hold. */
export function mailSenderStore(db: Kysely<Tables>, secrets: Secrets) {
  const empty = { from_name: null, reply_to: null, smtp_sealed: null, refused: 0, refused_at: null }
  return {
    /** undefined: there is no such application. */
    find: async (applicationId: number): Promise<MailSender | undefined> => {
      const row = await db
        .selectFrom('applications')
        .leftJoin('mail_senders', 'mail_senders.application_id', 'applications.id')
        .select(['name', 'from_name', 'reply_to', 'smtp_sealed', 'refused', 'refused_at', 'refused_reason'])
        .where('applications.id', '=', applicationId)
        .where('applications.deleted_at', 'is', null)
        .executeTakeFirst()
      if (!row) return undefined
      const sealed = row.smtp_sealed
      return {
        applicationName: row.name,
        fromName: row.from_name,
        replyTo: row.reply_to,
        smtp: sealed === null ? null : (JSON.parse(secrets.open(sealedFor(applicationId), sealed)) as OwnSmtp),
        refused: row.refused ?? 0,
        refusedAt: dateOrNull(row.refused_at),
        refusedReason: row.refused_reason as MailRefusal | null,
      }
    },
    update: async (applicationId: number, change: Patch<SenderSettings>): Promise<void> => {
      const { smtp } = change
      const columns = defined({
        from_name: change.fromName,
        reply_to: change.replyTo,
        smtp_sealed: smtp ? secrets.seal(sealedFor(applicationId), JSON.stringify(smtp)) : smtp,
      })
      if (Object.keys(columns).length === 0) return
      await db
        .insertInto('mail_senders')
        .values({ ...empty, application_id: applicationId, refused_reason: null, ...columns })
        .onConflict((clash) => clash.column('application_id').doUpdateSet(columns))
        .execute()
    },
    /** Counts a mail that was not queued. */
    countRefused: async (applicationId: number, reason: MailRefusal, now: Date): Promise<void> => {
      const at = now.getTime()
      await db
        .insertInto('mail_senders')
        .values({ ...empty, application_id: applicationId, refused: 1, refused_at: at, refused_reason: reason })
        .onConflict((clash) =>
          clash.column('application_id').doUpdateSet((eb) => ({
            refused: eb('mail_senders.refused', '+', 1),
            refused_at: at,
            refused_reason: reason,
          })),
        )
        .execute()
    },
  }
}
