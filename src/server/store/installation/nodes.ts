import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** A server on the database. */
export interface NodeRow {
  /** Of this start of the server. */
  readonly id: string
  readonly name: string
  readonly version: string
  /** The newest step of the schema that its program knows. */
  readonly schema: string
  readonly startedAt: Date
  readonly seenAt: Date
  /** How far its machine's clock is ahead of the database's. */
  readonly clockSkewMs: number
}

/** A server that has written nothing for so long is gone. */
const goneAfterMs = 60_000

/** The servers that share a PostgreSQL, by what each of them writes. */
export function nodeStore(db: Kysely<Tables>) {
  return {
    /** Writes that a server runs, and removes those that are gone. */
    seen: async (node: NodeRow): Promise<void> => {
      const facts = {
        name: node.name,
        version: node.version,
        schema: node.schema,
        started_at: node.startedAt.getTime(),
        seen_at: node.seenAt.getTime(),
        clock_skew_ms: Math.round(node.clockSkewMs),
      }
      await db
        .insertInto('nodes')
        .values({ id: node.id, ...facts })
        .onConflict((clash) => clash.column('id').doUpdateSet(facts))
        .execute()
      await db
        .deleteFrom('nodes')
        .where('seen_at', '<', node.seenAt.getTime() - goneAfterMs)
        .execute()
    },

    /** Those that run, by name. */
    list: async (now: Date): Promise<NodeRow[]> => {
      const since = now.getTime() - goneAfterMs
      const rows = await db.selectFrom('nodes').selectAll().where('seen_at', '>=', since).orderBy('name').execute()
      return rows.map(fromRow)
    },

    /** When a server wrote last that it runs. */
    lastSeen: async (id: string): Promise<Date | undefined> => {
      const row = await db.selectFrom('nodes').select('seen_at').where('id', '=', id).executeTakeFirst()
      return row && new Date(row.seen_at)
    },

    remove: async (id: string): Promise<void> => {
      await db.deleteFrom('nodes').where('id', '=', id).execute()
    },
  }
}

function fromRow({ id, name, version, schema, ...row }: Selectable<Tables['nodes']>): NodeRow {
  const times = { startedAt: new Date(row.started_at), seenAt: new Date(row.seen_at) }
  return { id, name, version, schema, ...times, clockSkewMs: row.clock_skew_ms }
}
