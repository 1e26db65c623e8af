import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { atLeast, none, type Row } from '../figure.ts'
import { type DataLocation, withDataFolder, withPostgres } from './data-location.ts'

const rotations = 50
const callers = 16

export async function keyRotation(): Promise<readonly Row[]> {
  const embedded = await withDataFolder((place) => rotateUnderLoad(place, 1))
  const shared = await withPostgres((place) => rotateUnderLoad(place, 2))
  return [...rowsOf('SQLite, one process', embedded), ...rowsOf('PostgreSQL, two processes', shared)]
}

interface Counted {
  readonly calls: number
  readonly refused: number
  readonly endedKeysRefused: number
}

const rowsOf = (where: string, { calls, refused, endedKeysRefused }: Counted): Row[] => [
  { name: `${where}: calls with a key that works`, values: [calls], digits: 0 },
  none(`${where}: of those refused for their key`, refused),
  {
    name: `${where}: keys refused a second after their grace time was ended`,
    values: [endedKeysRefused],
    digits: 0,
    target: atLeast(rotations),
  },
]

interface Key {
  readonly id: number
  readonly apiKey: string
}

async function rotateUnderLoad(place: DataLocation, nodeCount: 1 | 2): Promise<Counted> {
  const first = await startServer(place)
  const second = nodeCount === 2 ? await startServer({ ...place, hasOwner: false }) : first
  try {
    const made = await first.api<Key>('POST', '/api/applications', { name: 'Rotated' })
    const path = `/api/applications/${made.body.id}/api-keys`
    const working = [made.body.apiKey]
    const ended: string[] = []
    const counted = { calls: 0, refused: 0, endedKeysRefused: 0 }
    let isOver = false
    const caller = async (number: number) => {
      const server = number % 2 === 0 ? first : second
      for (let turn = number; !isOver; turn += 1) {
        const key = working[turn % working.length] ?? ''
        const code = await codeOf(server, key)
        if (!working.includes(key)) continue
        counted.calls += 1
        if (code !== 'user_not_found') counted.refused += 1
      }
    }
    const running = Promise.all(Array.from({ length: callers }, (_, number) => caller(number)))
    for (let rotation = 0; rotation < rotations; rotation += 1) {
      const { body } = await first.api<Key>('POST', path, { grace: '24h' })
      working.push(body.apiKey)
      if (working.length > 3) ended.push(await end(first, path, working))
    }
    while (working.length > 1) ended.push(await end(first, path, working))
    isOver = true
    await running
    counted.endedKeysRefused = await refusedLater(second, ended)
    return counted
  } finally {
    await first.stop()
    if (second !== first) await second.stop()
  }
}

/** Ends the grace period of the oldest key, which no client uses from here on; returns it. */
async function end(server: RunningServer, path: string, working: string[]): Promise<string> {
  const oldest = working.shift() ?? ''
  const { body } = await server.api<{ id: number; isCurrent: boolean }[]>('GET', path)
  const last = body.filter(({ isCurrent }) => !isCurrent).at(-1)
  await server.api('DELETE', `${path}/${last?.id}`)
  return oldest
}

/** Other nodes cache a key for half a second. */
async function refusedLater(server: RunningServer, ended: readonly string[]): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1000))
  const codes = await Promise.all(ended.map((key) => codeOf(server, key)))
  return codes.filter((code) => code === 'application_not_found').length
}

async function codeOf({ origin }: RunningServer, apiKey: string): Promise<string> {
  const response = await fetch(`${origin}/api/v1/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ user_id: 1 }),
  })
  const { code } = (await response.json()) as { code: string }
  return code
}
