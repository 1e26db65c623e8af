import type { Kysely, PostgresPool, PostgresPoolClient } from 'kysely'
import type { Durations } from '../lib/metrics/series.ts'
import type { DatabaseLog, Replica } from './database.ts'
import { ReadAborted, ReadTooLong, Unavailable } from './errors.ts'
import { isConflict } from './postgres-errors.ts'
import { kyselyOn, openPool } from './postgres-pool.ts'
import { readPoolForKysely } from './postgres-reads.ts'
import type { Tables } from './tables.ts'
import { readsOnly } from './transaction-guards.ts'

/** A replica further behind is not read from. */
const maxLagMs = 10_000
/** One that is gone is not waited for: the primary has the same rows. */
const connectMs = 2_000

interface ReplicaOptions {
  readonly url: string
  readonly max: number
  readonly log: DatabaseLog
  readonly durations: Durations
  /** Where is read while the replica is not reached or behind. */
  readonly primary: PostgresPool
}

interface OpenReplica {
  readonly lateReads: Kysely<Tables>
  readonly replica: Replica
  close(): Promise<void>
}

export function openReplica({ url, max, log, durations, primary }: ReplicaOptions): OpenReplica {
  const pool = openPool({ url, pooler: 'none', max, waitMs: connectMs, log })
  const own = readPoolForKysely(pool, { connectMs, durations })
  let lag: number | undefined
  const replica: Replica = {
    reads: kyselyOn(own).withPlugin(readsOnly),
    lagMs: () => lag,
    measured(lagMs) {
      if ((lagMs === undefined) !== (lag === undefined)) {
        log(lagMs === undefined ? 'The replica is not reached: the primary is read.' : 'The replica is read from.')
      }
      lag = lagMs
    },
  }
  return {
    replica,
    lateReads: kyselyOn(readWhereUsable(own, primary, replica)).withPlugin(readsOnly),
    close: () => pool.end(),
  }
}

function readWhereUsable(own: PostgresPool, primary: PostgresPool, replica: Replica): PostgresPool {
  return {
    options: own.options,
    end: async () => {},
    async connect() {
      if ((replica.lagMs() ?? Number.POSITIVE_INFINITY) > maxLagMs) return primary.connect()
      const client = await own.connect().catch((error: unknown) => {
        refuseOwn(error, replica)
        return undefined
      })
      return client ? withFallback(client, primary, replica) : primary.connect()
    },
  }
}

/** Each read is a statement of its own, so any of them can be made elsewhere. */
function withFallback(client: PostgresPoolClient, primary: PostgresPool, replica: Replica): PostgresPoolClient {
  const query = async (sql: string, values: readonly unknown[]) => {
    try {
      return await client.query(sql, values)
    } catch (error) {
      refuseOwn(error, replica)
      const other = await primary.connect()
      try {
        return await other.query(sql, values)
      } finally {
        other.release()
      }
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (isDiscarded?: boolean) => client.release(isDiscarded),
  }
}

/** Rethrows what the primary would say, too. A replica ends reads that are in the way of its replay: it is not gone. */
function refuseOwn(error: unknown, replica: Replica): void {
  const isOfReplica = error instanceof Unavailable && !(error instanceof ReadAborted || error instanceof ReadTooLong)
  if (!isOfReplica) throw error
  if (!isConflict(error.cause)) replica.measured(undefined)
}
