import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { deletesRow } from '../row-results.ts'

/** `view`: nothing can be changed. */
export type PortalRights = 'view' | 'manage'

/** Who is signed in: a user by name, or whoever has the key of a license. */
export type Customer =
  | { readonly userId: number; readonly licenseId: null }
  | { readonly userId: null; readonly licenseId: number }

/** A browser that is signed in to a portal. Only the hash of its token is stored. */
export interface PortalSession {
  readonly id: number
  readonly applicationId: number
  readonly customer: Customer
  readonly access: PortalRights
  readonly ipAddress: string
  readonly userAgent: string
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly endsAt: Date
}

interface NewPortalSession extends Omit<PortalSession, 'id' | 'applicationId' | 'createdAt' | 'lastSeenAt'> {
  readonly tokenHash: string
  readonly at: Date
}

type CustomerOfRow = Pick<Selectable<Tables['portal_sessions']>, 'user_id' | 'license_id'>

/** Sessions of portals. Every call takes the application first: a token of another portal counts as missing. */
export function portalSessionStore(db: Kysely<Tables>) {
  const own = (applicationId: number) =>
    db.selectFrom('portal_sessions').selectAll().where('application_id', '=', applicationId)
  return {
    insert: async (applicationId: number, session: NewPortalSession): Promise<void> => {
      const { customer, access, tokenHash, ipAddress, userAgent, at, endsAt } = session
      await db
        .insertInto('portal_sessions')
        .values({
          application_id: applicationId,
          user_id: customer.userId,
          license_id: customer.licenseId,
          access,
          token_hash: tokenHash,
          ip_address: ipAddress,
          user_agent: userAgent,
          created_at: at.getTime(),
          last_seen_at: at.getTime(),
          ends_at: endsAt.getTime(),
        })
        .execute()
    },
    find: async (applicationId: number, tokenHash: string): Promise<PortalSession | undefined> => {
      const row = await own(applicationId).where('token_hash', '=', tokenHash).executeTakeFirst()
      return row && fromRow(row)
    },
    /** The customer's sessions, the newest first. */
    list: async (applicationId: number, customer: Customer): Promise<PortalSession[]> => {
      const rows = await own(applicationId).where(isOf(customer)).orderBy('id', 'desc').limit(100).execute()
      return rows.map(fromRow)
    },
    touch: async (applicationId: number, id: number, at: Date): Promise<void> => {
      await db
        .updateTable('portal_sessions')
        .set({ last_seen_at: at.getTime() })
        .where('application_id', '=', applicationId)
        .where('id', '=', id)
        .execute()
    },
    remove: (applicationId: number, tokenHash: string): Promise<boolean> =>
      deletesRow(
        db
          .deleteFrom('portal_sessions')
          .where('application_id', '=', applicationId)
          .where('token_hash', '=', tokenHash),
      ),
    /** Ends one session of this customer. */
    removeOne: (applicationId: number, customer: Customer, id: number): Promise<boolean> =>
      deletesRow(
        db
          .deleteFrom('portal_sessions')
          .where('application_id', '=', applicationId)
          .where('id', '=', id)
          .where(isOf(customer)),
      ),
    /** Ends the customer's sessions, all but the one with this id. */
    removeOthers: async (applicationId: number, customer: Customer, kept: number | undefined): Promise<void> => {
      const all = db.deleteFrom('portal_sessions').where('application_id', '=', applicationId).where(isOf(customer))
      await (kept === undefined ? all : all.where('id', '<>', kept)).execute()
    },
    /** Deletes a batch of sessions that nobody has used since, or that have ended. */
    removeStale: async (applicationId: number, unusedSince: Date, now: Date): Promise<void> => {
      await db
        .deleteFrom('portal_sessions')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('portal_sessions')
            .select('id')
            .where('application_id', '=', applicationId)
            .where((or) => or.or([or('last_seen_at', '<', unusedSince.getTime()), or('ends_at', '<=', now.getTime())]))
            .limit(staleBatch),
        )
        .execute()
    },
  }
}

const staleBatch = 200

const isOf = ({ userId, licenseId }: Customer) =>
  userId === null
    ? sql<boolean>`license_id = ${licenseId} and user_id is null`
    : sql<boolean>`user_id = ${userId} and license_id is null`

function fromRow(row: Selectable<Tables['portal_sessions']>): PortalSession {
  return {
    id: row.id,
    applicationId: row.application_id,
    customer: customerOf(row),
    access: row.access as PortalRights,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    createdAt: new Date(row.created_at),
    lastSeenAt: new Date(row.last_seen_at),
    endsAt: new Date(row.ends_at),
  }
}

function customerOf({ user_id: userId, license_id: licenseId }: CustomerOfRow): Customer {
  if (userId !== null) return { userId, licenseId: null }
  if (licenseId !== null) return { userId: null, licenseId }
  throw new Error('a session of nobody')
}
