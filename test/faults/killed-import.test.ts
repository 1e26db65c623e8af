import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../harness/create-test-database.ts'
import { describePostgres } from '../harness/databases.ts'
import { startServer } from '../harness/start-server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'

const users = 4_000

interface Operation {
  readonly id: string
  readonly done: number
  readonly changed: number
  readonly total: number
  readonly finishedAt: string | null
}

for (const { name, describeEngine } of [
  { name: 'SQLite', describeEngine: describe },
  { name: 'PostgreSQL', describeEngine: describePostgres },
]) {
  describeEngine(`a server killed in the middle of an import (${name})`, () => {
    it('ends the import by itself after the next start, each row exactly once', async () => {
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
      const names = Array.from({ length: users }, (_, n) => `user${n}`)
      const answer = fetch(`${server.origin}${base}/imports?kind=users&format=csv`, {
        method: 'POST',
        headers: { cookie: server.owner.cookie, 'content-type': 'text/csv' },
        body: `username\n${names.join('\n')}\n`,
      })
        .then((response) => response.text())
        .catch(() => 'cut')
      const operation = async () => (await server.api<Operation[]>('GET', `${base}/operations`)).body[0]
      let seen = await operation()
      while (!seen?.done) seen = await operation()
      await server.kill()
      await answer
      expect(seen.done).toBeLessThan(users)

      server = await start()
      for (seen = await operation(); seen?.finishedAt === null; ) {
        await new Promise((resolve) => setTimeout(resolve, 100))
        seen = await operation()
      }
      expect(server.output()).toContain('import continued')
      expect(seen).toMatchObject({ done: users, changed: users, total: users })
      const { body } = await server.api<{ username: string }[]>('GET', `${base}/users`)
      expect(body.map(({ username }) => username).sort()).toEqual(names.sort())
    }, 240_000)
  })
}

async function database() {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  return { DATABASE_URL: url }
}
