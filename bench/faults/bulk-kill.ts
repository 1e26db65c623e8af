import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { none, type Row } from '../figure.ts'
import { seededRandom } from '../statistics.ts'
import { type DataLocation, withDataFolder } from './data-location.ts'

const rounds = 25
const users = 3_000
const longestMs = 250
const dayMs = 86_400_000
const expiresAt = '2030-01-01T00:00:00.000Z'

export async function bulkKill(): Promise<readonly Row[]> {
  const counted = await withDataFolder(killAgainAndAgain)
  return [
    { name: 'runs that were cut in the middle', values: [counted.cut], digits: 0 },
    none('users with anything but the old expiry or seven days more', counted.odd),
    none('runs whose operation counts other users than were changed', counted.miscounted),
    none('users without their old expiry after the undo', counted.notRestored),
  ]
}

interface Operation {
  readonly id: string
  readonly changed: number
  readonly finishedAt: string | null
}

async function killAgainAndAgain(place: DataLocation) {
  const counted = { cut: 0, odd: 0, miscounted: 0, notRestored: 0 }
  const random = seededRandom(7)
  let lastId: string | undefined
  let server = await startServer(place)
  try {
    const { body } = await server.api<{ id: number }>('POST', '/api/applications', { name: 'Killed' })
    const base = `/api/applications/${body.id}`
    await importUsers(server, base)
    for (let round = 0; round < rounds; round += 1) {
      await startRun(server, base)
      await sleep(random() * longestMs)
      await server.kill()
      server = await startServer({ ...place, hasOwner: true })
      const changed = await countMoved(server, base, counted)
      const [newest] = (await server.api<Operation[]>('GET', `${base}/operations`)).body
      // killed before it began: the newest operation belongs to an earlier round and is already undone
      const operation = newest?.id === lastId ? undefined : newest
      if (changed > 0 && changed < users) counted.cut += 1
      if ((operation?.changed ?? 0) !== changed) counted.miscounted += 1
      if (!operation) continue
      lastId = operation.id
      await server.api('POST', `${base}/operations/${operation.id}/undo`)
      counted.notRestored += await countMoved(server, base, counted)
    }
    return counted
  } finally {
    await server.stop()
  }
}

async function importUsers(server: RunningServer, base: string): Promise<void> {
  const rows = Array.from({ length: users }, (_, place) => `user-${place},${expiresAt}`)
  const response = await fetch(`${server.origin}${base}/imports?kind=users&format=csv`, {
    method: 'POST',
    headers: { cookie: server.owner.cookie, 'content-type': 'text/csv' },
    body: `username,expires_at\n${rows.join('\n')}\n`,
  })
  const text = await response.text()
  if (!text.includes(`"new":${users}`)) throw new Error(text.slice(-300))
}

/** Starts the change without waiting for its end. */
async function startRun(server: RunningServer, base: string): Promise<void> {
  const asked = { selection: { filter: {} }, action: { type: 'add_days', days: 7 } }
  const { body } = await server.api<{ token: string }>('POST', `${base}/users/bulk/preview`, asked)
  const response = fetch(`${server.origin}${base}/users/bulk`, {
    method: 'POST',
    headers: { cookie: server.owner.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ ...asked, token: body.token }),
  })
  // the kill interrupts it
  response.then((answer) => answer.text()).catch(() => {})
}

/** How many have seven more days; counts those that have neither expiry. */
async function countMoved(server: RunningServer, base: string, counted: { odd: number }): Promise<number> {
  const { body } = await server.api<{ expiresAt: string }[]>('GET', `${base}/users`)
  const moved = body.filter((user) => Date.parse(user.expiresAt) === Date.parse(expiresAt) + 7 * dayMs).length
  const old = body.filter((user) => user.expiresAt === expiresAt).length
  counted.odd += users - moved - old
  return moved
}
