import { randomUUID } from 'node:crypto'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { none, type Row } from '../figure.ts'
import { type DataLocation, withDataFolder, withPostgres } from './data-location.ts'

const rounds = 1_000
const atOnce = 8
const kills = 40
const creationsPerKill = 20

interface Answer {
  readonly status: number
  readonly text: string
}

/** A creation with a key; undefined if the server was killed during the request. */
async function create(server: RunningServer, path: string, key: string): Promise<Answer | undefined> {
  const headers = {
    cookie: server.owner.cookie,
    'content-type': 'application/json',
    'idempotency-key': key,
  }
  const body = JSON.stringify({ maxUsers: 1, description: key })
  try {
    const response = await fetch(server.origin + path, { method: 'POST', headers, body })
    return { status: response.status, text: await response.text() }
  } catch {
    return undefined
  }
}

async function countLicenses(server: RunningServer, application: string): Promise<number> {
  const { body } = await server.api<{ totalKeys: number }>('GET', `${application}/licenses/summary`)
  return body.totalKeys
}

/** Sends the same key many times at once to all servers; counts the rounds that went wrong. */
async function race(servers: readonly RunningServer[], application: string): Promise<number> {
  const [first] = servers
  if (!first) throw new Error('no server')
  let wrong = 0
  for (let round = 0; round < rounds; round += 1) {
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, index) =>
        create(servers[index % servers.length] ?? first, `${application}/licenses/generate`, key),
      ),
    )
    const done = answers.filter((answer) => answer?.status === 200)
    const waiting = answers.filter((answer) => answer?.status === 409)
    const isRight =
      done.length > 0 && done.length + waiting.length === atOnce && new Set(done.map((each) => each?.text)).size === 1
    if (!isRight) wrong += 1
  }
  return Math.max(wrong, Math.abs((await countLicenses(first, application)) - rounds))
}

async function withApplication(server: RunningServer): Promise<string> {
  const { body } = await server.api<{ id: number }>('POST', '/api/applications', { name: 'Repeated' })
  return `/api/applications/${body.id}`
}

/**
 * Kills the server between effect and response, then repeats the requests with the same keys; counts the creations
 * that are duplicated or lost.
 */
async function killAndRepeat(place: DataLocation): Promise<number> {
  let server = await startServer(place)
  try {
    const application = await withApplication(server)
    const path = `${application}/licenses/generate`
    let wrong = 0
    for (let round = 0; round < kills; round += 1) {
      const dying = server
      const keys = Array.from({ length: creationsPerKill }, () => randomUUID())
      const sent = keys.map((key) => create(dying, path, key))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 40))
      await dying.kill()
      const before = await Promise.all(sent)
      server = await startServer(place)
      const again = await Promise.all(keys.map((key) => create(server, path, key)))
      for (const [index, answer] of again.entries()) {
        const first = before[index]
        if (answer?.status !== 200 || (first?.status === 200 && first.text !== answer.text)) wrong += 1
      }
    }
    return wrong + Math.abs((await countLicenses(server, application)) - kills * creationsPerKill)
  } finally {
    await server.stop()
  }
}

async function measureAt(place: DataLocation, processes: number): Promise<Row[]> {
  const servers = await startAll(place, processes)
  const [first] = servers
  if (!first) throw new Error('no server')
  let wrong: number
  try {
    wrong = await race(servers, await withApplication(first))
  } finally {
    for (const server of servers) await server.stop()
  }
  const doubled = await killAndRepeat(place)
  const name = `${place.engine}, ${processes} ${processes === 1 ? 'process' : 'processes'}`
  return [
    none(`${name}: rounds of ${atOnce} at once with more or less than one effect`, wrong),
    { name: `${name}: rounds`, values: [rounds], digits: 0 },
    none(`${place.engine}: creations doubled, lost or answered anew after kill -9`, doubled),
    { name: `${place.engine}: kills, of ${creationsPerKill} creations each`, values: [kills], digits: 0 },
  ]
}

/**
 * One after the other: the first one creates owner and tables. Sessions are in the database, so one cookie is valid
 * for all.
 */
async function startAll(place: DataLocation, processes: number): Promise<RunningServer[]> {
  const servers: RunningServer[] = []
  for (let index = 0; index < processes; index += 1) servers.push(await startServer(place))
  return servers
}

export const idempotency = async () => [
  ...(await withDataFolder((place) => measureAt(place, 1))),
  ...(await withPostgres((place) => measureAt(place, 2))),
]
