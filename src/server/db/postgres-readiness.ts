import type pg from 'pg'
import { connectOnce, connectTo, deadlineIn, isFullServer, runAndRelease } from './postgres-connect.ts'
import { openPool } from './postgres-pool.ts'
import type { Statement } from './postgres-statement.ts'

/** How long an answer is waited for: who asks for the readiness waits for 2 to 3 seconds. */
const waitMs = 1_500

/** A standby is readable and takes no changes, as is a database whose default is read-only. */
const readiness =
  "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' FROM migrations LIMIT 1"

interface ReadinessOptions extends Omit<Parameters<typeof openPool>[0], 'max' | 'waitMs' | 'idleMs'> {
  /** Asked where the server has no connection left to be asked on: this server may well work on those it has. */
  readonly pool: pg.Pool
  readonly isNamed: boolean
}

/** Asks whether the database takes changes, on a connection that calls never occupy. Callers at once share an answer. */
export function openReadiness({ pool, isNamed, ...options }: ReadinessOptions) {
  const own = openPool({ ...options, max: 1, waitMs, idleMs: 0 })
  // in the form of the hot statements, so that it fails where they do
  const statement: Statement = { text: readiness, rowMode: 'array', ...(isNamed && { name: 'readiness' }) }
  let asking: Promise<boolean> | undefined

  const ask = async () => {
    const deadline = deadlineIn(waitMs)
    try {
      const client = await connectOnce(own, deadline).catch((error: unknown) => {
        if (!isFullServer(error)) throw error
        return connectTo(pool, deadline)
      })
      const { rows } = await runAndRelease(client, statement, deadline)
      return rows[0]?.[0] === false
    } catch {
      return false
    } finally {
      asking = undefined
    }
  }
  return {
    isReady(): Promise<boolean> {
      asking ??= ask()
      return asking
    },
    close: () => own.end(),
  }
}
