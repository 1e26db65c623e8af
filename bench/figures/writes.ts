import { cpuTimeDuring, cpuTimeUs } from '../cpu-time.ts'
import { latencyRows, type Row } from '../figure.ts'
import { generateLoad, type LoadGenerator, type LoadPlan, startLoadGenerator } from '../generate-load.ts'
import { type Installation, withInstallation } from '../installation.ts'
import { signIn } from '../sign-in.ts'

const rounds = 4
const roundMs = 3_000
const warmUpMs = 6_000
const connections = 8

/** Registrations may not repeat a name: more bodies than all rounds together can send. */
const names = 20_000

type Call = Pick<LoadPlan, 'path' | 'headers' | 'bodies'>

export function writes(): Promise<readonly Row[]> {
  return withInstallation({ users: 2_000, sessionsPerUser: 0 }, async (installation) => {
    const generator = startLoadGenerator()
    try {
      const rows: Row[] = []
      for (const { name, call } of await calls(installation))
        rows.push(...(await measure(name, call, installation, generator)))
      return rows
    } finally {
      await generator.stop()
    }
  })
}

/** Each call's requests for one round; no two rounds send the same. */
async function calls({ server, seeded }: Installation): Promise<readonly { name: string; call: () => Call }[]> {
  const { apiKey, password, users } = seeded
  const cookie = await signIn(server.origin, seeded)
  const headers = { 'x-api-key': apiKey }
  let registered = 0
  const register = () => {
    registered += 1
    const bodies = Array.from({ length: names }, (_, place) =>
      JSON.stringify({ username: `new ${registered} ${place}`, password, hwid: `PC ${registered} ${place}` }),
    )
    return { path: '/api/v1/register', headers, bodies }
  }
  const starts = users.map(({ id, hwid }) => JSON.stringify({ action: 'start', user_id: id, hwid }))
  const license = (path: string, body: object) => ({
    path: `/api/applications/1/licenses/${path}`,
    headers: { cookie },
    bodies: [JSON.stringify(body)],
  })
  return [
    { name: 'register', call: register },
    { name: 'session start', call: () => ({ path: '/api/v1/session/track', headers, bodies: starts }) },
    { name: 'one license', call: () => license('generate', {}) },
    { name: '100 licenses at once', call: () => license('batch', { count: 100 }) },
  ]
}

/** CPU of the server's own process: passwords are hashed in another one. */
async function measure(name: string, call: () => Call, { port, pid }: Installation, generator: LoadGenerator) {
  const round = async (durationMs: number) => {
    const plan: LoadPlan = { ...call(), port, connections, durationMs }
    const { us, result } = await cpuTimeDuring(
      () => cpuTimeUs(pid),
      () => generateLoad(generator, plan),
    )
    return { cpuUs: us / result.answers, perSecond: result.answers / result.seconds, ...result }
  }
  await round(warmUpMs)
  const done: Awaited<ReturnType<typeof round>>[] = []
  for (let turn = 0; turn < rounds; turn += 1) done.push(await round(roundMs))
  return [
    { name: `${name}: CPU us`, values: done.map(({ cpuUs }) => cpuUs), digits: 0 },
    { name: `${name}: per second`, values: done.map(({ perSecond }) => perSecond), digits: 0 },
    ...latencyRows(name, done, 1),
  ]
}
