import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { atLeast, type Row } from '../figure.ts'
import { type DataLocation, withDataFolder, withPostgres } from './data-location.ts'

const rounds = 1_000
const adminKey = 'admin-key-of-the-last-owner-0123456789'
const ways = ['switch off', 'demote', 'delete'] as const

export async function lastOwner(): Promise<readonly Row[]> {
  const embedded = await withDataFolder((place) => takeAway(place, 1))
  const shared = await withPostgres((place) => takeAway(place, 2))
  return [rowOf('SQLite, one process', embedded), rowOf('PostgreSQL, two processes', shared)]
}

const rowOf = (where: string, kept: number): Row => ({
  name: `${where}: rounds after which exactly one owner was left`,
  values: [kept],
  digits: 0,
  target: atLeast(rounds),
})

interface Account {
  readonly id: number
  readonly role: string
  readonly isActive: boolean
}

/** Counts the rounds with one success, one refusal and one remaining active owner. */
async function takeAway(place: DataLocation, nodeCount: 1 | 2): Promise<number> {
  const env = { ...place.env, ADMIN_KEY: adminKey }
  const first = await startServer({ ...place, env })
  const second = nodeCount === 2 ? await startServer({ ...place, env, hasOwner: false }) : first
  try {
    let serial = 0
    const makeOwner = () => {
      serial += 1
      return call<Account>(first, 'POST', '', { email: `owner${serial}@example.com`, role: 'owner' })
    }
    const [a, b] = [await makeOwner(), await makeOwner()]
    let pair: [number, number] = [a.body.id, b.body.id]
    for (const { id } of (await list(first)).filter(({ id }) => !pair.includes(id)))
      await call(first, 'DELETE', `/${id}`)
    let kept = 0
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all([
        take(first, pair[0], ways[round % 3] ?? 'delete'),
        take(second, pair[1], ways[Math.floor(round / 3) % 3] ?? 'delete'),
      ])
      const accounts = await list(first)
      const owners = accounts.filter(({ role, isActive }) => role === 'owner' && isActive)
      if (owners.length === 1 && answers.sort().join() === '200,409') kept += 1
      for (const { id } of accounts.filter(({ id }) => id !== owners[0]?.id)) await call(first, 'DELETE', `/${id}`)
      const next = await makeOwner()
      pair = round % 2 === 0 ? [owners[0]?.id ?? 0, next.body.id] : [next.body.id, owners[0]?.id ?? 0]
    }
    return kept
  } finally {
    await first.stop()
    if (second !== first) await second.stop()
  }
}

async function take(server: RunningServer, id: number, way: (typeof ways)[number]): Promise<number> {
  if (way === 'delete') return (await call(server, 'DELETE', `/${id}`)).status
  const change = way === 'demote' ? { role: 'user' } : { isActive: false }
  return (await call(server, 'PATCH', `/${id}`, change)).status
}

const list = async (server: RunningServer) => (await call<Account[]>(server, 'GET', '')).body

async function call<T>(server: RunningServer, method: string, path: string, body?: object) {
  const response = await fetch(`${server.origin}/api/admin/users${path}`, {
    method,
    headers: { 'x-admin-key': adminKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as T }
}
