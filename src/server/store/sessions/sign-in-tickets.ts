import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { flag } from '../columns.ts'
import { updatesRow } from '../row-results.ts'

/** A sign-in between password and second factor. */
export interface SignInTicket {
  readonly accountId: number
  /** Hash of the password hash that was checked: a password change invalidates the ticket. */
  readonly checkedHash: string
  /** Whether to remember the password in this browser. */
  readonly isRemembered: boolean
}

const maxFailures = 5

/** Sign-ins with a correct password that still need a second factor. */
export function signInTicketStore(db: Kysely<Tables>) {
  const usable = (ticketHash: string, now: Date) =>
    db
      .selectFrom('sign_in_tickets')
      .selectAll()
      .where('ticket_hash', '=', ticketHash)
      .where('expires_at', '>', now.getTime())
      .where('failures', '<', maxFailures)
  return {
    insert: async (ticketHash: string, ticket: SignInTicket, expiresAt: Date, now: Date): Promise<void> => {
      await db.deleteFrom('sign_in_tickets').where('expires_at', '<=', now.getTime()).execute()
      await db
        .insertInto('sign_in_tickets')
        .values({
          ticket_hash: ticketHash,
          account_id: ticket.accountId,
          checked_hash: ticket.checkedHash,
          is_remembered: flag(ticket.isRemembered),
          failures: 0,
          expires_at: expiresAt.getTime(),
        })
        .execute()
    },

    find: async (ticketHash: string, now: Date): Promise<SignInTicket | undefined> => {
      const row = await usable(ticketHash, now).executeTakeFirst()
      return row && { accountId: row.account_id, checkedHash: row.checked_hash, isRemembered: row.is_remembered === 1 }
    },

    /**
     * Consumes one attempt of the ticket; false when none is left, or the ticket is gone: of two correct codes at once
     * one succeeds.
     */
    consumeAttempt: (ticketHash: string, now: Date): Promise<boolean> =>
      updatesRow(
        db
          .updateTable('sign_in_tickets')
          .set({ failures: sql`failures + 1` })
          .where('ticket_hash', '=', ticketHash)
          .where('expires_at', '>', now.getTime())
          .where('failures', '<', maxFailures),
      ),

    /** The sign-in is complete. */
    remove: async (ticketHash: string): Promise<void> => {
      await db.deleteFrom('sign_in_tickets').where('ticket_hash', '=', ticketHash).execute()
    },

    removeByAccount: async (accountId: number): Promise<void> => {
      await db.deleteFrom('sign_in_tickets').where('account_id', '=', accountId).execute()
    },
  }
}
