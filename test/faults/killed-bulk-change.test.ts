import { describe, expect, it } from 'vitest'
import { describePostgres } from '../harness/databases.ts'
import type { ShownOperation } from '../harness/shown-operation.ts'
import type { RunningServer } from '../harness/start-server.ts'
import { killUntilFinished, openKilledServer } from './killed-server.ts'

const users = 6_000
const dayMs = 86_400_000

for (const { name, describeEngine } of [
  { name: 'SQLite' as const, describeEngine: describe },
  { name: 'PostgreSQL' as const, describeEngine: describePostgres },
]) {
  describeEngine(`a server killed in the middle of "+ 7 days" (${name})`, () => {
    it('ends the change by itself after the next start, each user exactly once', async () => {
      const place = await openKilledServer(name)
      const { base } = place
      const expiresAt = Date.now() + 30 * dayMs
      await importUsers(place.server, base, new Date(expiresAt))
      const { operationId, answer } = await startChange(place.server, base)
      const operation = async () =>
        (await place.server.api<ShownOperation>('GET', `${base}/operations/${operationId}`)).body
      const { doneBefore, finished } = await killUntilFinished(place, operation, answer)
      expect(doneBefore).toBeLessThan(users)
      expect(place.server.output()).toContain('bulk change continued')
      expect(finished).toMatchObject({ done: users, changed: users, total: users })
      const { body } = await place.server.api<{ expiresAt: string }[]>('GET', `${base}/users`)
      const added = body.map((user) => Math.round((Date.parse(user.expiresAt) - expiresAt) / dayMs))
      expect(new Set(added)).toEqual(new Set([7]))
      expect(added).toHaveLength(users)

      const undone = await place.server.api('POST', `${base}/operations/${operationId}/undo`)
      expect(undone.body).toEqual({ restored: users, skipped: 0 })
    }, 480_000)
  })
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
