import type pg from 'pg'
import type { ClockSample } from '../lib/shared-clock.ts'
import { withPostgresErrors } from './postgres-pool.ts'

/** A late answer says nothing, and a connection that gives none is not waited for when the server stops. */
const timeoutMs = 2_000
const question = {
  text: 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms',
  query_timeout: timeoutMs,
}

/** Asks PostgreSQL for its time. The wait for a free connection is not part of the round trip. */
export async function askPostgresClock(pool: pg.Pool, elapsedMs: () => number): Promise<ClockSample> {
  const client = await withPostgresErrors(pool.connect())
  let failure: Error | undefined
  try {
    const askedAtMs = elapsedMs()
    const { rows } = await withPostgresErrors(client.query<{ ms: number }>(question))
    return { databaseMs: Number(rows[0]?.ms), askedAtMs, roundTripMs: elapsedMs() - askedAtMs }
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(failure)
  }
}
