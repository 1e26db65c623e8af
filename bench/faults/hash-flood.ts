import { setTimeout as sleep } from 'node:timers/promises'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { atLeast, atMost, none, type Row } from '../figure.ts'
import type { LoadPlan, LoadResult } from '../generate-load.ts'
import { type LoadGenerator, startLoadGenerator } from '../generate-load.ts'
import { loginPath } from '../logins.ts'
import { heartbeatRequests } from '../paired-rounds.ts'
import { type Seeded, seed } from '../seed.ts'
import { type FloodedApplication, type FloodedTenants, seedFlood } from '../seed-flood.ts'
import { median, quantile } from '../statistics.ts'
import { type DataLocation, withDataFolder, withPostgres } from './data-location.ts'

/** Idle and flooded rounds alternate, so that other load on the machine affects both. */
const rounds = 3
const roundMs = 6_000
const untilFloodMs = 1_000
/** The requests of a dashboard and of another tenant in a usual minute of work, and some more. */
const loginsPerSecond = 6
const signInsPerSecond = 4
/** Fewer than their sessions' rate limits, so that each gets its normal response. */
const beatsPerSecond = 50
/** One attacker, spread over the nodes; more than the queues have room for, at 20 ms per hash. */
const attackers = 800

/** Selects runs by name: `FLOOD='SQLite, five tenants' npm run faults hash-flood`. */
const chosen = process.env.FLOOD ?? ''

export async function hashFlood(): Promise<readonly Row[]> {
  const rows: Row[] = []
  const run = async (name: string, scale: string, nodes: number, inPlace: typeof withDataFolder) => {
    const wanted = floods.filter((flood) => `${name}, ${flood}`.includes(chosen))
    if (wanted.length > 0) rows.push(...(await inPlace((place) => measure({ name, scale, nodes, wanted }, place))))
  }
  await run('SQLite', '1', 1, withDataFolder)
  await run('SQLite without limits', '1000', 1, withDataFolder)
  await run('PostgreSQL', '1', 1, withPostgres)
  await run('PostgreSQL without limits', '1000', 1, withPostgres)
  await run('PostgreSQL, two nodes', '1', 2, withPostgres)
  await run('PostgreSQL, two nodes, without limits', '1000', 2, withPostgres)
  return rows
}

const floods = ['one IPv4', 'one /64', 'five applications', 'five tenants', 'dear hashes'] as const

interface Setting {
  readonly name: string
  readonly wanted: readonly (typeof floods)[number][]
  readonly scale: string
  readonly nodes: number
}

interface Target {
  readonly servers: readonly RunningServer[]
  readonly seeded: Seeded
  readonly tenants: FloodedTenants
}

async function measure({ name, wanted, scale, nodes }: Setting, { dataDir, env }: DataLocation): Promise<Row[]> {
  const masterKey = env.MASTER_KEY ?? ''
  const place = { dataDir, masterKey, ...(env.DATABASE_URL !== undefined && { databaseUrl: env.DATABASE_URL }) }
  const seeded = await seed({ ...place, users: 400, sessionsPerUser: 1 })
  const tenants = await seedFlood({ ...place, ...seeded })
  const options = { hasOwner: false, env: { ...env, RATE_LIMIT_SCALE: scale, TRUST_PROXY: '127.0.0.0/8,::1' } }
  const servers: RunningServer[] = []
  const generators = startGenerators(nodes)
  try {
    for (let node = 0; node < nodes; node += 1) {
      servers.push(await startServer({ ...options, ...(node === 0 && { dataDir }) }))
    }
    const target = { servers, seeded, tenants }
    await honest(target, generators)
    const rows: Row[] = []
    const ways = floodsOf(tenants)
    for (const flood of wanted) {
      rows.push(...(await compare(`${name}, ${flood}`, target, generators, ways[flood])))
    }
    return rows
  } finally {
    await Promise.all(
      Object.values(generators)
        .flat()
        .map((generator) => generator.stop()),
    )
    await Promise.all(servers.map((server) => server.stop()))
  }
}

function startGenerators(nodes: number) {
  const some = () => Array.from({ length: nodes }, startLoadGenerator)
  return { logins: some(), signIns: some(), beats: some(), floods: some() }
}

type Generators = ReturnType<typeof startGenerators>

type Flood = Pick<LoadPlan, 'bodies' | 'headersInTurn'>

/**
 * One IPv4 address, addresses of one /64, one address with five applications, and the most expensive hash parameters
 * an import accepts.
 */
function floodsOf({ ofOne, ofMany, costly }: FloodedTenants): Readonly<Record<(typeof floods)[number], Flood>> {
  const one = ['198.51.100.66']
  const network = Array.from({ length: 8 }, (_, host) => `2001:470:0:66::${host + 1}`)
  return {
    'one IPv4': loginFlood(ofOne.slice(0, 1), one),
    'one /64': loginFlood(ofOne.slice(0, 1), network),
    'five applications': loginFlood(ofOne, one),
    'five tenants': loginFlood(ofMany, one),
    'dear hashes': loginFlood([{ ...costly, password: 'a wrong password' }], network),
  }
}

function loginFlood(applications: readonly FloodedApplication[], addresses: readonly string[]): Flood {
  const logins = applications.flatMap(({ apiKey, users, password }) =>
    users.map((username) => ({ apiKey, body: JSON.stringify({ username, password }) })),
  )
  const turns = logins.flatMap((login) => addresses.map((address) => ({ ...login, address })))
  return {
    bodies: turns.map(({ body }) => body),
    headersInTurn: turns.map(({ apiKey, address }) => ({ 'x-api-key': apiKey, 'x-forwarded-for': address })),
  }
}

interface Honest {
  readonly logins: readonly LoadResult[]
  readonly signIns: readonly LoadResult[]
  readonly beats: readonly LoadResult[]
}

/** The responses that another tenant's users, the owner and running clients get in one round. */
async function honest({ servers, seeded }: Target, generators: Generators): Promise<Honest> {
  const everywhere = (those: readonly LoadGenerator[], plan: Omit<LoadPlan, 'port' | 'durationMs'>) =>
    Promise.all(
      servers.map((server, node) =>
        those[node]?.ask({ ...plan, port: portOf(server), durationMs: roundMs, tellsLatencies: true }),
      ),
    ).then((results) => results.filter((result) => result !== undefined))
  const { users, password, email, apiKey } = seeded
  const logins = users.map(({ username, hwid }) => JSON.stringify({ username, password, hwid }))
  const from = users.map((_, user) => ({ 'x-forwarded-for': `192.0.2.${1 + (user % 200)}` }))
  const owner = { 'x-forwarded-for': '203.0.113.1' }
  const [ofLogins, ofSignIns, ofBeats] = await Promise.all([
    everywhere(generators.logins, {
      path: loginPath,
      headers: { 'x-api-key': apiKey },
      bodies: logins,
      headersInTurn: from,
      connections: 8,
      rate: loginsPerSecond / servers.length,
    }),
    everywhere(generators.signIns, {
      path: '/api/auth/login',
      headers: owner,
      bodies: [JSON.stringify({ email, password })],
      connections: 4,
      rate: signInsPerSecond / servers.length,
    }),
    everywhere(generators.beats, {
      ...heartbeatRequests({ seeded }),
      connections: 8,
      rate: beatsPerSecond / servers.length,
    }),
  ])
  return { logins: ofLogins, signIns: ofSignIns, beats: ofBeats }
}

async function compare(name: string, target: Target, generators: Generators, flood: Flood): Promise<Row[]> {
  const idle: Honest[] = []
  const flooded: Honest[] = []
  const floods: LoadResult[] = []
  for (let round = 0; round < rounds; round += 1) {
    idle.push(await honest(target, generators))
    const storm = Promise.all(
      target.servers.map((server, node) =>
        generators.floods[node]?.ask({
          ...flood,
          path: loginPath,
          headers: {},
          port: portOf(server),
          connections: attackers / target.servers.length,
          durationMs: roundMs + 2 * untilFloodMs,
        }),
      ),
    )
    await sleep(untilFloodMs)
    flooded.push(await honest(target, generators))
    floods.push(...(await storm).filter((result) => result !== undefined))
  }
  return [
    ...compared(
      `${name}: logins`,
      idle.map(({ logins }) => logins),
      flooded.map(({ logins }) => logins),
    ),
    ...compared(
      `${name}: sign-ins`,
      idle.map(({ signIns }) => signIns),
      flooded.map(({ signIns }) => signIns),
    ),
    ...heartbeatRows(name, idle, flooded),
    // Summed over all rounds: the first round uses up what the per-minute limits allow.
    { name: `${name}: hashes of the attacker`, values: [sumOf(floods.map(hashed))], digits: 0, target: atLeast(1) },
    { name: `${name}: other answers to him`, values: floods.map((each) => each.answers - hashed(each)), digits: 0 },
  ]
}

const sumOf = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0)

/** Responses that cost a hash. */
const hashed = ({ statuses }: LoadResult) => (statuses[200] ?? 0) + (statuses[401] ?? 0)

const latencies = (loads: readonly (readonly LoadResult[])[]) => loads.flat().flatMap(({ latenciesMs }) => latenciesMs)

/** All rounds together: one has too few values for a p99. */
function compared(
  name: string,
  idle: readonly (readonly LoadResult[])[],
  flooded: readonly (readonly LoadResult[])[],
): Row[] {
  const before = latencies(idle)
  const during = latencies(flooded)
  const oneHash = median(before)
  const allowed = 3 * quantile(before, 0.99) + oneHash
  const refused = flooded.flat().map(({ answers, statuses }) => answers - (statuses[200] ?? 0))
  return [
    none(`${name} that were refused`, sumOf(refused)),
    {
      name: `${name}: p99 / (3 x idle + one hash)`,
      values: [quantile(during, 0.99) / allowed],
      digits: 2,
      target: atMost(1),
    },
    { name: `${name}: idle p50 / p99 ms`, values: [oneHash, quantile(before, 0.99)], digits: 0 },
    { name: `${name}: flooded p50 / p99 ms`, values: [median(during), quantile(during, 0.99)], digits: 0 },
  ]
}

function heartbeatRows(name: string, idle: readonly Honest[], flooded: readonly Honest[]): Row[] {
  const p99 = ({ beats }: Honest) => quantile(latencies([beats]), 0.99)
  const ratios = flooded.map((each, round) => p99(each) / p99(idle[round] ?? each))
  return [
    { name: `${name}: heartbeats' p99 / idle`, values: ratios, digits: 2, target: atMost(2) },
    { name: `${name}: heartbeats' p99 idle ms`, values: idle.map(p99), digits: 2 },
    { name: `${name}: heartbeats' p99 flooded ms`, values: flooded.map(p99), digits: 2 },
  ]
}

const portOf = ({ origin }: RunningServer) => Number(new URL(origin).port)
