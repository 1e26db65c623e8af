import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, type DatabaseOptions, openDatabase } from '../src/server/db/open.ts'
import { openSecrets } from '../src/server/lib/secrets.ts'
import { openStores, type Stores } from '../src/server/store/index.ts'
import type { EventName } from '../src/shared/events.ts'
import { type RunningServer, startServer } from '../test/harness/start-server.ts'
import { type Seeded, seed } from './seed.ts'

/** The data folder of an installation with webhooks; servers start and stop on it. */
export interface WebhookInstallation {
  readonly seeded: Seeded
  /** Starts the real server; webhooks may reach this machine. */
  start(): Promise<RunningServer>
}

export interface WebhookOptions {
  readonly users: number
  readonly env?: Readonly<Record<string, string>>
  /** URL of a PostgreSQL; without it the embedded database. */
  readonly databaseUrl?: string | undefined
  /** Fills the installation before the first start. */
  prepare(stores: Stores, database: Database): Promise<void>
}

/** Of a newly seeded installation. */
const [accountId, applicationId] = [1, 1]

/** Seeds a data folder and removes it after the work. Servers that still run then are killed. */
export async function withWebhooks<T>(
  { users, env, databaseUrl, prepare }: WebhookOptions,
  work: (installation: WebhookInstallation) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'keywright-webhooks-'))
  const servers: RunningServer[] = []
  const abandon = () => {
    for (const server of servers) server.process.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
  process.once('exit', abandon)
  try {
    const seeded = await seed({ dataDir, databaseUrl, users, sessionsPerUser: 0 })
    await inStores({ dataDir, databaseUrl }, prepare)
    return await work({
      seeded,
      async start() {
        const place = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
        const server = await startServer({ dataDir, env: { WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', ...place, ...env } })
        servers.push(server)
        return server
      },
    })
  } finally {
    process.off('exit', abandon)
    for (const server of servers) await server.kill()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function inStores(
  place: Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'>,
  prepare: WebhookOptions['prepare'],
): Promise<void> {
  const database = await openDatabase({ ...place, checkpoint: false })
  try {
    await prepare(openStores(database, openSecrets(place.dataDir)), database)
  } finally {
    await database.close()
  }
}

/** Creates a webhook of the seeded application, or of the whole account; returns its ID. */
export async function seedWebhook(
  stores: Stores,
  url: string,
  events: readonly EventName[],
  options: { readonly secret?: string; readonly isAccountWide?: boolean } = {},
): Promise<number> {
  const { secret = 'a secret of the benchmark', isAccountWide = false } = options
  const webhook = await stores.transaction((tx) =>
    tx.webhooks.insert(
      {
        accountId,
        applicationId: isAccountWide ? null : applicationId,
        url,
        format: 'json',
        isFormatDerived: true,
        events,
        isActive: true,
        secret,
      },
      new Date(),
    ),
  )
  return webhook.id
}

/** Starts a session of a user: an event that costs no hash. */
export async function startSession(origin: string, { apiKey }: Seeded, userId: number): Promise<number> {
  const response = await fetch(`${origin}/api/v1/session/track`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ action: 'start', user_id: userId }),
  })
  await response.arrayBuffer()
  return response.status
}
