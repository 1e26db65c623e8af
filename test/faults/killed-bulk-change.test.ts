import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../harness/create-test-database.ts'
import { describePostgres } from '../harness/databases.ts'
import { type RunningServer, startServer } from '../harness/start-server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const users = 6_000
const dayMs = 86_400_000

interface Operation {
  readonly done: number
  readonly changed: number
  readonly total: number
  readonly finishedAt: string | null
}

for (const { name, describeEngine } of [
  { name: 'SQLite', describeEngine: describe },
  { name: 'PostgreSQL', describeEngine: describePostgres },
]) {
  describeEngine(`a server killed in the middle of "+ 7 days" (${name})`, () => {
    it('ends the change by itself after the next start, each user exactly once', async () => {
      const env = {
        MASTER_KEY: 'a master key that outlives the process',
        ...(name === 'PostgreSQL' && (await database())),
      }
      const folder = await temporaryFolder()
      onTestFinished(folder.remove)
      const start = () => startServer({ env, dataDir: folder.options.dataDir })
      let server = await start()
      onTestFinished(() => server.stop())
      const { id } = (await server.api<{ id: number }>('POST', '/api/applications', { name: 'Killed' })).body
      const base = `/api/applications/${id}`
      const expiresAt = Date.now() + 30 * dayMs
      await importUsers(server, base, new Date(expiresAt))
      const { operationId, answer } = await startChange(server, base)
      const operation = async () => (await server.api<Operation>('GET', `${base}/operations/${operationId}`)).body
      let seen = await operation()
      while (!seen.done) seen = await operation()
      await server.kill()
      await answer
      expect(seen.done).toBeLessThan(users)

      server = await start()
      for (seen = await operation(); seen.finishedAt === null; ) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        seen = await operation()
      }
      expect(server.output()).toContain('bulk change continued')
      expect(seen).toMatchObject({ done: users, changed: users, total: users })
      const { body } = await server.api<{ expiresAt: string }[]>('GET', `${base}/users`)
      const added = body.map((user) => Math.round((Date.parse(user.expiresAt) - expiresAt) / dayMs))
      expect(new Set(added)).toEqual(new Set([7]))
      expect(added).toHaveLength(users)

      const undone = await server.api('POST', `${base}/operations/${operationId}/undo`)
      expect(undone.body).toEqual({ restored: users, skipped: 0 })
    }, 240_000)
  })
}

async function database() {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  return { DATABASE_URL: url }
}

async function importUsers({ origin, owner }: RunningServer, base: string, expiresAt: Date): Promise<void> {
  const names = Array.from({ length: users }, (_, n) => `user${n},${expiresAt.toISOString()}`)
  const response = await fetch(`${origin}${base}/imports?kind=users&format=csv`, {
    method: 'POST',
    headers: { cookie: owner.cookie, 'content-type': 'text/csv' },
    body: `username,expires_at\n${names.join('\n')}\n`,
  })
  expect(await response.text()).toContain(`"new":${users}`)
}

/** Previews and starts the change; the response may be cut. */
async function startChange(server: RunningServer, base: string) {
  const asked = { selection: { filter: {} }, action: { type: 'add_days', days: 7 } }
  const { body } = await server.api<{ token: string; operationId: string }>('POST', `${base}/users/bulk/preview`, asked)
  const answer = fetch(`${server.origin}${base}/users/bulk`, {
    method: 'POST',
    headers: { cookie: server.owner.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ ...asked, token: body.token }),
  })
    .then((response) => response.text())
    .catch(() => 'cut')
  return { operationId: body.operationId, answer }
}
