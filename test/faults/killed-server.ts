import { onTestFinished } from 'vitest'
import { createTestDatabase } from '../harness/create-test-database.ts'
import { startServer } from '../harness/start-server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** An operation as its application lists it. */
export interface Operation {
  readonly id: string
  readonly done: number
  readonly changed: number
  readonly total: number
  readonly finishedAt: string | null
}

/** A server with an application, whose data outlives its process: after `start`, `server` is a new one. */
export async function openKilledServer(engine: 'SQLite' | 'PostgreSQL') {
  const env = {
    MASTER_KEY: 'a master key that outlives the process',
    ...(engine === 'PostgreSQL' && (await newDatabase())),
  }
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const start = () => startServer({ env, dataDir: folder.options.dataDir })
  const server = await start()
  const { id } = (await server.api<{ id: number }>('POST', '/api/applications', { name: 'Killed' })).body
  const place = {
    server,
    base: `/api/applications/${id}`,
    start: async () => {
      place.server = await start()
    },
  }
  onTestFinished(() => place.server.stop())
  return place
}

async function newDatabase() {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  return { DATABASE_URL: url }
}

/** Asks until the operation is finished. */
export async function untilFinished<T extends Operation | undefined>(operation: () => Promise<T>): Promise<T> {
  for (;;) {
    const seen = await operation()
    if (seen?.finishedAt !== null) return seen
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
