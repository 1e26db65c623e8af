import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { createTestDatabase } from '../harness/create-test-database.ts'
import type { ShownOperation } from '../harness/shown-operation.ts'
import { startServer } from '../harness/start-server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** A server with an application, whose data outlives its process: after `start`, `server` is a new one. */
export async function openKilledServer(engine: 'SQLite' | 'PostgreSQL', more: Readonly<Record<string, string>> = {}) {
  const databaseUrl = engine === 'PostgreSQL' ? await newDatabase() : undefined
  const env = {
    ...more,
    MASTER_KEY: 'a master key that outlives the process',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  }
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const start = (further: Readonly<Record<string, string>> = {}) =>
    startServer({ env: { ...env, ...further }, dataDir: folder.options.dataDir })
  let server = await start()
  onTestFinished(() => server.stop())
  const { id } = (await server.api<{ id: number }>('POST', '/api/applications', { name: 'Killed' })).body
  return {
    base: `/api/applications/${id}`,
    get server() {
      return server
    },
    start: async (further?: Readonly<Record<string, string>>) => {
      server = await start(further)
    },
    /** Other servers wait for the end of what the killed one held: half a minute, which is over at once. */
    endLeases: async () => {
      if (databaseUrl === undefined) return
      const client = new pg.Client(databaseUrl)
      await client.connect()
      const held = 'UPDATE operations SET busy_until = 0 WHERE busy_until > 1000 * extract(epoch FROM now())'
      const { rowCount } = await client.query(held).finally(() => client.end())
      expect(rowCount).toBe(1)
    },
  }
}

async function newDatabase() {
  const { url, drop } = await createTestDatabase({ isMigrated: true })
  onTestFinished(drop)
  return url
}

type Place = Awaited<ReturnType<typeof openKilledServer>>
type Begun = ShownOperation | undefined

/** Kills the server in the middle of the operation, starts it anew, and waits until it has gone on to the end. */
export async function killUntilFinished(place: Place, operation: () => Promise<Begun>, answer: Promise<unknown>) {
  let seen = await operation()
  while (!seen?.done) seen = await operation()
  const doneBefore = seen.done
  await place.server.kill()
  await answer
  await place.endLeases()
  await place.start()
  for (seen = await operation(); seen?.finishedAt === null; ) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    seen = await operation()
  }
  return { doneBefore, finished: seen }
}
