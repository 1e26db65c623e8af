import type { Row } from './database.ts'
import type { Dialect } from './dialect.ts'
import { appliedSteps, pendingSteps, stepsFor } from './migrate.ts'
import { migrations } from './migrations/index.ts'

/** What the doctor asks of a database, on a connection that changes nothing. */
export interface DatabaseFacts {
  readonly version: string
  /** Names of the steps of the schema that this program would still run. */
  readonly pending: readonly string[]
  /** ID of the master key that its secrets are encrypted with; undefined before the first start. */
  readonly masterKeyId: string | undefined
  /** Empty while steps are pending: an older schema may lack what is counted. */
  readonly counts: readonly CountFacts[]
  /** Copies of the embedded database that were tried out. Empty while steps are pending. */
  readonly rehearsals: readonly RehearsalFacts[]
  /** Only of PostgreSQL. */
  readonly postgres?: PostgresFacts
}

/** A stored count, and in how many rows it differs from what is counted. */
interface CountFacts {
  readonly name: string
  readonly differing: number
}

/** What trying out a copy in the data folder found. */
interface RehearsalFacts {
  readonly name: string
  readonly isDamaged: boolean
  /** When it last could be restored; null: never. */
  readonly succeededMs: number | null
}

export interface PostgresFacts {
  readonly fsync: string
  readonly synchronousCommit: string
  readonly synchronousStandbys: string
  readonly isStandby: boolean
  readonly connections: number
  readonly maxConnections: number
  /** That wrote within the last minute that they run; 0 while the schema is older than that table. */
  readonly servers: number
  readonly replicas: number
  /** Of the slowest replica; null: none, or this user may not see it. */
  readonly replayLagSeconds: number | null
  /** Clock of this machine minus that of the database. */
  readonly skewMs: number
  /** Whether DATABASE_URL leads through a pooler. */
  readonly isPooled: boolean
  /** Tables whose next ID is taken already. */
  readonly behindSequences: readonly string[]
  /** Rows of `app_users` as PostgreSQL last estimated them. */
  readonly users: number
  readonly sharedBuffersBytes: number
  readonly maxWalSizeBytes: number
  /** Of DATABASE_READ_URL; absent where it is not set. */
  readonly readReplica?: ReadReplicaFacts
}

export interface ReadReplicaFacts {
  /** Why it can't be read; absent where it can. */
  readonly fault?: string
  /** It takes changes itself, so it is no replica of anything. */
  readonly isPrimary: boolean
  /** Between the last words of the running servers there and on the primary; null: no server wrote any. */
  readonly behindMs: number | null
}

/** Runs one statement and returns its rows. */
export type Ask = (sql: string) => Promise<Row[]>

/** Each is one statement, so it sees one state beside a running server. */
const differences: Readonly<Record<string, string>> = {
  'users of applications': `SELECT count(*) AS n FROM applications a WHERE a.deleted_at IS NULL AND a.user_count <>
    (SELECT count(*) FROM app_users u WHERE u.application_id = a.id)`,
  'licenses of applications': `SELECT count(*) AS n FROM applications a WHERE a.deleted_at IS NULL AND a.license_count <>
    (SELECT count(*) FROM licenses l WHERE l.application_id = a.id)`,
  'seats of licenses': `SELECT count(*) AS n FROM licenses l JOIN applications a ON a.id = l.application_id
    WHERE a.deleted_at IS NULL AND l.current_users <>
    (SELECT coalesce(sum(u.seats), 0) FROM app_users u WHERE u.license_id = l.id)`,
}

/** What both databases are asked. */
export async function readFacts(ask: Ask, dialect: Dialect, version: string): Promise<DatabaseFacts> {
  const pending = pendingSteps(await appliedSteps({ run: ask }), stepsFor(dialect, migrations)).map(({ name }) => name)
  const [key] = await ask("SELECT value FROM installation WHERE name = 'master_key_id'")
  const counts: CountFacts[] = []
  for (const [name, sql] of pending.length === 0 ? Object.entries(differences) : []) {
    counts.push({ name, differing: Number((await ask(sql))[0]?.n) })
  }
  const rehearsals = pending.length === 0 ? await readRehearsals(ask) : []
  return { version, pending, masterKeyId: key && String(key.value), counts, rehearsals }
}

async function readRehearsals(ask: Ask): Promise<RehearsalFacts[]> {
  const rows = await ask(`SELECT name, state, rehearsed_at FROM backups
    WHERE place = 'folder' AND (state = 'failed' OR rehearsed_at IS NOT NULL)`)
  return rows.map(({ name, state, rehearsed_at }) => ({
    name: String(name),
    isDamaged: state === 'failed',
    succeededMs: rehearsed_at === null ? null : Number(rehearsed_at),
  }))
}
