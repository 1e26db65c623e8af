import { describe, expect, it } from 'vitest'
import { describePostgres } from '../harness/databases.ts'
import type { ShownOperation } from '../harness/shown-operation.ts'
import { killUntilFinished, openKilledServer } from './killed-server.ts'

const users = 4_000

for (const { name, describeEngine } of [
  { name: 'SQLite' as const, describeEngine: describe },
  { name: 'PostgreSQL' as const, describeEngine: describePostgres },
]) {
  describeEngine(`a server killed in the middle of an import (${name})`, () => {
    it('ends the import by itself after the next start, each row exactly once', async () => {
      const place = await openKilledServer(name)
      const { base } = place
      const names = Array.from({ length: users }, (_, n) => `user${n}`)
      const answer = fetch(`${place.server.origin}${base}/imports?kind=users&format=csv`, {
        method: 'POST',
        headers: { cookie: place.server.owner.cookie, 'content-type': 'text/csv' },
        body: `username\n${names.join('\n')}\n`,
      })
        .then((response) => response.text())
        .catch(() => 'cut')
      const operation = async () => (await place.server.api<ShownOperation[]>('GET', `${base}/operations`)).body[0]
      const { doneBefore, finished } = await killUntilFinished(place, operation, answer)
      expect(doneBefore).toBeLessThan(users)
      expect(place.server.output()).toContain('import continued')
      expect(finished).toMatchObject({ done: users, changed: users, total: users })
      const { body } = await place.server.api<{ username: string }[]>('GET', `${base}/users`)
      expect(body.map(({ username }) => username).sort()).toEqual(names.sort())
    }, 240_000)
  })
}
