import { readFileSync } from 'node:fs'
import { startPostgresCluster } from '../../test/harness/postgres-cluster.ts'
import { cpuTimeOfTreeUs, cpuTimeUs } from '../cpu-time.ts'
import { atMost, none, type Row, Unmeasurable } from '../figure.ts'
import { type LoadGenerator, type LoadPlan, type LoadResult, startLoadGenerator } from '../generate-load.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { loginsOf } from '../logins.ts'
import { installedPostgres, serverPid } from '../machine.ts'
import { heartbeatRequests, verifyRequests } from '../paired-rounds.ts'
import { residentMiB } from '../resident-memory.ts'

const { CLIENTS_MINUTES = '30', CLIENTS_LIVE = '10000', CLIENTS_SESSIONS = '100000', CLIENTS_ENGINE } = process.env
const durationMs = Number(CLIENTS_MINUTES) * 60_000
export const clientsTitle = `Live clients for ${CLIENTS_MINUTES} minutes, each with a heartbeat every 30 s and a verify every 5 min`

const beatEveryMs = 30_000
const verifyEveryMs = 300_000
const sampleMs = 1_000
/** The server and the load generator have an open file for each connection, and a server takes 20,000 of all. */
const mostConnections = 15_000
const spareFiles = 1_000

interface Scene {
  readonly name: string
  readonly sessions: number
  readonly connections: number
  /** Connections that log in with the right password as fast as they can. */
  readonly floods: number
}

/** One with 0 sessions is left out. */
const scenes = [sceneOf(Number(CLIENTS_LIVE), 16), sceneOf(Number(CLIENTS_SESSIONS), 0)].filter(
  ({ sessions }) => sessions > 0,
)

function sceneOf(sessions: number, floods: number): Scene {
  const connections = Math.min(sessions, mostConnections)
  const name = `${count(sessions)} sessions${floods > 0 ? ' and a login flood' : ''}`
  return { name, sessions, connections, floods }
}

/** On the embedded database and on PostgreSQL, in turn. */
export async function clients(): Promise<readonly Row[]> {
  requireFiles(Math.max(...scenes.map(({ connections }) => connections)))
  const engines = (['SQLite', 'PostgreSQL'] as const).filter((engine) => (CLIENTS_ENGINE ?? engine) === engine)
  const rows: Row[] = []
  for (const engine of engines) {
    for (const scene of scenes) {
      const measured = engine === 'SQLite' ? await onSqlite(scene) : await onPostgres(scene)
      rows.push(...rowsOf(`${engine}, ${scene.name}`, scene, measured))
    }
  }
  return rows
}

interface Measured {
  readonly beats: LoadResult
  readonly verifies: LoadResult
  readonly logins: LoadResult | undefined
  /** CPU seconds: of the server alone, with the process that hashes, and of the database's own processes. */
  readonly cpu: { readonly server: number; readonly all: number; readonly database: number }
  /** The largest seen. */
  readonly mebibytes: number
}

/** Behind a proxy, with the limits that ship: each client has an address of its own. */
const env = { TRUST_PROXY: '127.0.0.1', RATE_LIMIT_SCALE: '1' }
const sizeOf = ({ sessions }: Scene) => ({ users: Math.ceil(sessions / 10), sessionsPerUser: 10, env })

/** The same requests, each from its own address. */
function fromAddresses<Requests extends Pick<LoadPlan, 'bodies'>>(requests: Requests) {
  const addressOf = (place: number) => `10.${place >> 16}.${(place >> 8) & 255}.${place & 255}`
  return { ...requests, headersInTurn: requests.bodies.map((_, place) => ({ 'x-forwarded-for': addressOf(place) })) }
}

const onSqlite = (scene: Scene): Promise<Measured> =>
  withInstallation(sizeOf(scene), (installation) => measure(installation, scene, () => 0))

async function onPostgres(scene: Scene): Promise<Measured> {
  const postgres = await installedPostgres()
  if (!postgres) throw new Unmeasurable('there is no PostgreSQL here')
  const cluster = await startPostgresCluster(postgres.bin)
  try {
    const databaseUrl = `${cluster.url}/postgres`
    return await withInstallation({ ...sizeOf(scene), databaseUrl }, async (installation) => {
      const pid = await serverPid(databaseUrl)
      return measure(installation, scene, () => cpuTimeOfTreeUs(pid))
    })
  } finally {
    await cluster.stop()
  }
}

/** Every client has one connection, unless there are more of them than files. */
async function measure(installation: Installation, scene: Scene, databaseUs: () => number): Promise<Measured> {
  const generators = [startLoadGenerator(), startLoadGenerator(), startLoadGenerator()] as const
  const { port, pid } = installation
  const memory = watchMemory(pid)
  const clock = () => ({ server: cpuTimeUs(pid), all: cpuTimeOfTreeUs(pid), database: databaseUs() })
  const ask = (generator: LoadGenerator, plan: Omit<LoadPlan, 'port' | 'durationMs'>) =>
    generator.ask({ ...plan, port, durationMs })
  try {
    const before = clock()
    const perSecond = (everyMs: number) => (scene.sessions * 1000) / everyMs
    const beats = {
      ...fromAddresses(heartbeatRequests(installation)),
      connections: scene.connections,
      rate: perSecond(beatEveryMs),
      opensLate: true,
    } as const
    const verifies = {
      ...fromAddresses(verifyRequests(installation)),
      connections: 64,
      rate: perSecond(verifyEveryMs),
      opensLate: true,
    } as const
    const [beating, verifying, logins] = await Promise.all([
      ask(generators[0], beats),
      ask(generators[1], verifies),
      scene.floods === 0
        ? undefined
        : ask(generators[2], { ...fromAddresses(loginsOf(installation)), connections: scene.floods }),
    ])
    const after = clock()
    const seconds = (kind: keyof typeof after) => (after[kind] - before[kind]) / 1_000_000
    const cpu = { server: seconds('server'), all: seconds('all'), database: seconds('database') }
    return { beats: beating, verifies: verifying, logins, cpu, mebibytes: memory.largest() }
  } finally {
    memory.stop()
    await Promise.all(generators.map((each) => each.stop()))
  }
}

function watchMemory(pid: number) {
  let largest = 0
  const look = async () => {
    largest = Math.max(largest, await residentMiB(pid).catch(() => 0))
  }
  const timer = setInterval(() => void look(), sampleMs)
  return { largest: () => largest, stop: () => clearInterval(timer) }
}

function rowsOf(name: string, scene: Scene, { beats, verifies, logins, cpu, mebibytes }: Measured): Row[] {
  const calls = beats.answers + verifies.answers
  const refused = [beats, verifies].flatMap(({ statuses }) => Object.entries(statuses))
  const errors = refused.reduce((sum, [status, answers]) => sum + (status === '200' ? 0 : answers), 0)
  const one = (what: string, value: number, digits: number): Row => ({
    name: `${name}: ${what}`,
    values: [value],
    digits,
  })
  return [
    none(`${name}: calls of clients that were not answered with 200`, errors),
    one('calls of clients', calls, 0),
    one('connections of clients', scene.connections, 0),
    one('heartbeats, p50 ms', beats.p50Ms, 2),
    { ...one('heartbeats, p99 ms', beats.p99Ms, 1), target: atMost(250) },
    one('verifies, p99 ms', verifies.p99Ms, 1),
    ...(logins ? [one('logins a second beside them', (logins.statuses[200] ?? 0) / logins.seconds, 1)] : []),
    ...(logins ? [one('logins of the flood that were refused', logins.answers - (logins.statuses[200] ?? 0), 0)] : []),
    one('server, largest MiB', mebibytes, 0),
    one('server, cores', cpu.server / beats.seconds, 3),
    one('with the process that hashes, cores', cpu.all / beats.seconds, 3),
    ...(logins ? [] : [one('CPU us of the server for a call', (cpu.server * 1_000_000) / calls, 1)]),
    ...(cpu.database > 0 ? [one('PostgreSQL, cores', cpu.database / beats.seconds, 3)] : []),
  ]
}

/** Also the processes that this one starts have this limit. */
function requireFiles(connections: number): void {
  const [, soft = ''] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
  const needed = connections + spareFiles
  if (Number(soft) < needed) throw new Unmeasurable(`${needed} open files are needed: ulimit -n ${needed}`)
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
