import { onTestFinished } from 'vitest'
import { createTestDatabase } from '../harness/create-test-database.ts'
import type { ShownOperation } from '../harness/shown-operation.ts'
import { startServer } from '../harness/start-server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

/** A server with an application, whose data outlives its process: after `start`, `server` is a new one. */
export async function openKilledServer(engine: 'SQLite' | 'PostgreSQL', more: Readonly<Record<string, string>> = {}) {
  const env = {
    ...more,
    MASTER_KEY: 'a master key that outlives the process',
    ...(engine === 'PostgreSQL' && (await newDatabase())),
  }
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const start = () => startServer({ env, dataDir: folder.options.dataDir })
  let server = await start()
  onTestFinished(() => server.stop())
  const { id } = (await server.api<{ id: number }>('POST', '/api/applications', { name: 'Killed' })).body
  return {
    base: `/api/applications/${id}`,
    get server() {
      return server
    },
    start: async () => {
      server = await start()
    },
  }
}

async function newDatabase() {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  return { DATABASE_URL: url }
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
  await place.start()
  for (seen = await operation(); seen?.finishedAt === null; ) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    seen = await operation()
  }
  return { doneBefore, finished: seen }
}
