import { startServer } from '../../test/harness/start-server.ts'
import { openConnection, requestBytes } from '../connection.ts'
import { atMost, none, type Row } from '../figure.ts'
import { loginPath } from '../logins.ts'
import { type Seeded, seed } from '../seed.ts'
import { type DataLocation, withDataFolder, withPostgres } from './data-location.ts'

/** What the queue for passwords promises at most. */
const longestWaitMs = 15_000

interface Storm {
  readonly name: string
  readonly users: number
  readonly addressOf: (place: number) => string
}

const storms: readonly Storm[] = [
  {
    name: '400 users, each with an address of their own',
    users: 400,
    addressOf: (place) => `198.${18 + (place >> 8)}.0.${place & 255}`,
  },
  { name: '300 users behind one address', users: 300, addressOf: () => '192.0.2.7' },
]

export async function loginStorm(): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const storm of storms) {
    for (const inPlace of [withDataFolder, withPostgres])
      rows.push(...(await inPlace((place) => measure(storm, place))))
  }
  return rows
}

/** Each storm has a server of its own, which has hashed nothing before. */
async function measure({ name, users, addressOf }: Storm, { engine, dataDir, env }: DataLocation): Promise<Row[]> {
  const databaseUrl = env.DATABASE_URL
  const place = { dataDir, masterKey: env.MASTER_KEY ?? '', ...(databaseUrl !== undefined && { databaseUrl }) }
  const seeded = await seed({ ...place, users, sessionsPerUser: 0 })
  const server = await startServer({
    dataDir,
    hasOwner: false,
    env: { ...env, RATE_LIMIT_SCALE: '1', TRUST_PROXY: '127.0.0.0/8,::1' },
  })
  try {
    const answers = await loginsAtOnce(Number(new URL(server.origin).port), seeded, addressOf)
    const refused = answers.filter(({ status }) => status !== 200)
    const waitsMs = answers.map(({ ms }) => ms)
    const title = `${engine}, ${name}`
    const statuses = [...new Set(refused.map(({ status }) => status))].join(', ')
    return [
      none(`${title}: not let in${statuses && ` (${statuses})`}`, refused.length),
      {
        name: `${title}: ms until the last is in`,
        values: [Math.max(...waitsMs)],
        digits: 0,
        target: atMost(longestWaitMs),
      },
    ]
  } finally {
    await server.stop()
  }
}

async function loginsAtOnce(port: number, { users, password, apiKey }: Seeded, addressOf: Storm['addressOf']) {
  const connections = await Promise.all(users.map(() => openConnection(port)))
  const startMs = performance.now()
  const answers = await Promise.all(
    connections.map(async (connection, place) => {
      const headers = { 'x-api-key': apiKey, 'x-forwarded-for': addressOf(place) }
      const { username, hwid } = users[place] ?? {}
      const status = await connection.send(
        requestBytes(loginPath, headers, JSON.stringify({ username, password, hwid })),
      )
      return { status, ms: performance.now() - startMs }
    }),
  )
  for (const connection of connections) connection.close()
  return answers
}
