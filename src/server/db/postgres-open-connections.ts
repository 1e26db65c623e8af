import type pg from 'pg'
import { connectTo, type Deadline, runAndRelease } from './postgres-connect.ts'

/**
 * Reads no row of what the dashboard's first page reads, only its catalog. A table that the schema step of another server
 * has locked is not waited for: the connection would be missing to others, and the step would wait for its locks.
 */
const text = `
  SET LOCAL lock_timeout = 10;
  SELECT FROM accounts LIMIT 0;
  SELECT FROM applications LIMIT 0;
  SELECT FROM application_members LIMIT 0;
  SELECT FROM application_transfers LIMIT 0;
  SELECT FROM client_sessions LIMIT 0;
  SELECT FROM counters LIMIT 0;
  SELECT FROM event_days LIMIT 0;
  SELECT FROM event_hours LIMIT 0;
  SELECT FROM expiry_counts LIMIT 0`

/** Opens all connections of a pool, each with the catalog that its first statements would have to read. */
export async function openConnections(pool: pg.Pool, deadline: Deadline): Promise<void> {
  const open = async () => runAndRelease(await connectTo(pool, deadline), { text }, deadline)
  await Promise.all(Array.from({ length: pool.options.max }, open))
}
