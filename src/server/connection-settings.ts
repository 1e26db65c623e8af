import type { z } from 'zod'
import { databaseAddresses } from './lib/database-addresses.ts'
import { databaseUrl, nodeName, oneOf, type Setting, wholeNumber } from './setting-schemas.ts'

/** Settings of PostgreSQL, and of servers that share it. */
export const connectionSettings = {
  DATABASE_URL: {
    schema: databaseUrl,
    isSecret: true,
    meaning:
      'PostgreSQL to use, of several hosts (a:5432,b:5432) the primary; without it the embedded SQLite in DATA_DIR',
  },
  DATABASE_POOL_MAX: {
    schema: wholeNumber(4, 100),
    fallback: '20',
    meaning:
      'Connections to PostgreSQL that one server opens, and two more; all servers together stay below max_connections',
  },
  DATABASE_POOLER: {
    schema: oneOf('none', 'session', 'transaction'),
    fallback: 'none',
    meaning: 'Pool mode of a PgBouncer that DATABASE_URL leads to: session or transaction',
  },
  DATABASE_DIRECT_URL: {
    schema: databaseUrl,
    isSecret: true,
    meaning: 'Behind a pooler: PostgreSQL itself, for notifications and schema steps; transaction needs it',
  },
  DATABASE_READ_URL: {
    schema: databaseUrl,
    isSecret: true,
    meaning: 'A replica of PostgreSQL for activity, audit log, charts and exports, while it is at most 10 s behind',
  },
  NODE_NAME: { schema: nodeName, meaning: 'Name of this server beside others; without it the host name' },
} satisfies Record<string, Setting>

/** How PostgreSQL is connected to. */
export interface ConnectionConfig {
  readonly poolMax: number
  readonly pooler: z.output<(typeof connectionSettings)['DATABASE_POOLER']['schema']>
  readonly directUrl: string | undefined
  /** Of a replica. */
  readonly readUrl: string | undefined
}

interface Values {
  readonly DATABASE_URL: string | undefined
  readonly DATABASE_POOL_MAX: number
  readonly DATABASE_POOLER: ConnectionConfig['pooler']
  readonly DATABASE_DIRECT_URL: string | undefined
  readonly DATABASE_READ_URL: string | undefined
}

export function connectionsOf(values: Values, problems: string[]): ConnectionConfig {
  const { DATABASE_POOLER: pooler, DATABASE_DIRECT_URL: directUrl, DATABASE_POOL_MAX: poolMax } = values
  const { DATABASE_URL: url, DATABASE_READ_URL: readUrl } = values
  const hasProblem = problems.some((problem) => problem.startsWith('DATABASE_'))
  if (!hasProblem) problems.push(...conflicts({ url, pooler, directUrl, readUrl }))
  return { poolMax, pooler, directUrl, readUrl }
}

interface Chosen extends Pick<ConnectionConfig, 'pooler' | 'directUrl' | 'readUrl'> {
  readonly url: string | undefined
}

function conflicts({ url, pooler, directUrl, readUrl }: Chosen): string[] {
  const hasSeveral = (address: string | undefined) => address !== undefined && databaseAddresses(address).length > 1
  const found: readonly (readonly [boolean, string])[] = [
    [
      pooler === 'transaction' && directUrl === undefined,
      'DATABASE_POOLER transaction needs DATABASE_DIRECT_URL, the address of PostgreSQL itself',
    ],
    [pooler === 'none' && directUrl !== undefined, 'DATABASE_DIRECT_URL is for a pooler: set DATABASE_POOLER too'],
    [
      pooler !== 'none' && (hasSeveral(url) || hasSeveral(directUrl)),
      'DATABASE_POOLER needs addresses with one host each: the pooler follows the primary',
    ],
    [readUrl !== undefined && url === undefined, 'DATABASE_READ_URL is a replica of DATABASE_URL: set that one too'],
    [hasSeveral(readUrl), 'DATABASE_READ_URL must name one host'],
  ]
  return found.filter(([isWrong]) => isWrong).map(([, problem]) => problem)
}
