import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { dayMs } from '../columns.ts'
import { updatesRow } from '../row-results.ts'
import type { Customer } from './portal-sessions.ts'

export type PortalCodeKind = 'sign_in' | 'reset' | 'email'

interface CodeName {
  readonly kind: PortalCodeKind
  readonly customer: Customer
}

interface NewCode extends CodeName {
  /** Where it is sent. */
  readonly email: string
  readonly codeHash: string
  readonly at: Date
  readonly endsAt: Date
}

interface TriedCode {
  readonly id: number
  readonly codeHash: string
  readonly email: string
}

/** Codes that portals send by email. Every call takes the application first. Used and former ones stay for a day, to be counted. */
export function portalCodeStore(db: Kysely<Tables>) {
  const live = (applicationId: number, { kind, customer }: CodeName, now: Date) =>
    db
      .updateTable('portal_codes')
      .where('application_id', '=', applicationId)
      .where('kind', '=', kind)
      .where(customer.userId === null ? 'license_id' : 'user_id', '=', customer.userId ?? customer.licenseId)
      .where('ends_at', '>', now.getTime())
  return {
    /** When codes were last sent to the customer, whatever for; the newest first. */
    sentAt: async (applicationId: number, customer: Customer, limit: number): Promise<Date[]> => {
      const rows = await db
        .selectFrom('portal_codes')
        .select('created_at')
        .where('application_id', '=', applicationId)
        .where(customer.userId === null ? 'license_id' : 'user_id', '=', customer.userId ?? customer.licenseId)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => new Date(row.created_at))
    },
    /** A new code; the former one of this kind is of no use any more. */
    insert: async (applicationId: number, code: NewCode): Promise<void> => {
      const { kind, customer, email, codeHash, at, endsAt } = code
      await live(applicationId, code, at).set({ ends_at: at.getTime() }).execute()
      await db
        .deleteFrom('portal_codes')
        .where('application_id', '=', applicationId)
        .where(customer.userId === null ? 'license_id' : 'user_id', '=', customer.userId ?? customer.licenseId)
        .where('created_at', '<', at.getTime() - dayMs)
        .execute()
      await db
        .insertInto('portal_codes')
        .values({
          application_id: applicationId,
          kind,
          user_id: customer.userId,
          license_id: customer.licenseId,
          email,
          code_hash: codeHash,
          tries: 0,
          created_at: at.getTime(),
          ends_at: endsAt.getTime(),
        })
        .execute()
    },
    /** The code to compare with, and counts the try before: of many at once no more are compared than `most`. */
    countTry: async (
      applicationId: number,
      name: CodeName,
      most: number,
      now: Date,
    ): Promise<TriedCode | undefined> => {
      const row = await live(applicationId, name, now)
        .where('tries', '<', most)
        .set((eb) => ({ tries: eb('tries', '+', 1) }))
        .returning(['id', 'code_hash', 'email'])
        .executeTakeFirst()
      return row && { id: row.id, codeHash: row.code_hash, email: row.email }
    },
    /** Uses a code up; false when somebody else just has. */
    use: (applicationId: number, id: number, now: Date): Promise<boolean> =>
      updatesRow(
        db
          .updateTable('portal_codes')
          .set({ ends_at: now.getTime() })
          .where('application_id', '=', applicationId)
          .where('id', '=', id)
          .where('ends_at', '>', now.getTime()),
      ),
  }
}
