import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { deletesRow } from '../row-results.ts'

interface PortalLogo {
  readonly type: string
  readonly bytes: Buffer
  /** A hash of the bytes. */
  readonly tag: string
}

/** Logos of portals: base64 text, which both databases store and move alike. */
export function portalLogoStore(db: Kysely<Tables>) {
  return {
    find: async (applicationId: number): Promise<PortalLogo | undefined> => {
      const row = await db
        .selectFrom('portal_logos')
        .selectAll()
        .where('application_id', '=', applicationId)
        .executeTakeFirst()
      return row && { type: row.type, bytes: Buffer.from(row.content, 'base64'), tag: row.tag }
    },
    /** The hash alone: the logo itself is 100 KiB. */
    tag: async (applicationId: number): Promise<string | undefined> => {
      const query = db.selectFrom('portal_logos').select('tag').where('application_id', '=', applicationId)
      return (await query.executeTakeFirst())?.tag
    },
    replace: async (applicationId: number, { type, bytes, tag }: PortalLogo): Promise<void> => {
      const logo = { type, content: bytes.toString('base64'), tag }
      await db
        .insertInto('portal_logos')
        .values({ application_id: applicationId, ...logo })
        .onConflict((conflict) => conflict.column('application_id').doUpdateSet(logo))
        .execute()
    },
    remove: (applicationId: number): Promise<boolean> =>
      deletesRow(db.deleteFrom('portal_logos').where('application_id', '=', applicationId)),
  }
}
