import type pg from 'pg'
import type { ClockSample } from '../lib/shared-clock.ts'
import { connectTo, deadlineIn, leftUntil } from './postgres-connect.ts'
import { runStatement } from './postgres-statement.ts'

/** A late answer says nothing, and a connection that gives none is not waited for when the server stops. */
const timeoutMs = 2_000
const text = 'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms'

/** Asks PostgreSQL for its time. The wait for a free connection is not part of the round trip. */
export async function askPostgresClock(pool: pg.Pool, elapsedMs: () => number): Promise<ClockSample> {
  const deadline = deadlineIn(timeoutMs)
  const client = await connectTo(pool, deadline)
  let failure: Error | undefined
  try {
    const askedAtMs = elapsedMs()
    const { rows } = await runStatement(client, { text }, leftUntil(deadline))
    return { databaseMs: Number(rows[0]?.ms), askedAtMs, roundTripMs: elapsedMs() - askedAtMs }
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    client.release(failure)
  }
}
