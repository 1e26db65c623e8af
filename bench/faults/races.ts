import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { newToken, password } from '../../test/harness/world.ts'
import { atLeast, none, type Row } from '../figure.ts'
import { type DataLocation, withPostgres } from './data-location.ts'
import { runSuite } from './run-suite.ts'

const rounds = 1_000

export async function races(): Promise<readonly Row[]> {
  const inOneProcess = await runSuite('test/faults/races.test.ts', { RACE_ROUNDS: String(rounds) })
  const twoProcesses = await withPostgres(raceOverTwoServers)
  return [
    none('one process, both databases: tests failed', inOneProcess.failed),
    {
      name: 'one process, both databases: tests passed',
      values: [inOneProcess.passed],
      digits: 0,
      target: atLeast(1),
    },
    { name: 'one process: rounds of each race', values: [rounds], digits: 0 },
    ...Object.entries(twoProcesses).map(([name, wins]) => ({
      name: `two processes on PostgreSQL, ${name}: rounds with exactly one winner`,
      values: [wins],
      digits: 0,
      target: atLeast(rounds),
    })),
  ]
}

type Body = Readonly<Record<string, unknown>>

/**
 * Two real servers on one database; each round the callers are spread over both. Counts the rounds with exactly one
 * winner.
 */
async function raceOverTwoServers(place: DataLocation): Promise<Record<string, number>> {
  const first = await startServer(place)
  const second = await startServer({ ...place, hasOwner: false })
  try {
    const nodes = [first, second]
    const { body } = await first.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Raced' })
    const at = (n: number, path: string, fields: Body) => codeOf(nodes[n % 2] ?? first, body.apiKey, path, fields)
    const { id } = body
    return {
      'one seat': await countRounds('user_registered', async (round) => {
        const made = await first.api<{ licenseKey: string }>('POST', `/api/applications/${id}/licenses/generate`, {})
        const license_key = made.body.licenseKey
        return each(4, (n) => at(n, 'register', { username: `seat ${round} ${n}`, password, license_key }))
      }),
      // With the same password it could be one client that repeats a lost request: both would get the same user.
      'one name': await countRounds('user_registered', (round) =>
        each(2, (n) =>
          at(n, 'register', { username: n === 0 ? `Name ${round}` : `NAME ${round}`, password: `${password} ${n}` }),
        ),
      ),
      'first machine': await countRounds('login_successful', async (round) => {
        const username = `machine ${round}`
        await first.api('POST', `/api/applications/${id}/users`, { username, password, hwid: '' })
        return each(2, (n) => at(n, 'login', { username, password, hwid: `machine-${n}-${round}` }))
      }),
      'one token': await countRounds('session_started', tokenRace(first, id, at)),
    }
  } finally {
    await Promise.all([first.stop(), second.stop()])
  }
}

function tokenRace(server: RunningServer, id: number, at: (n: number, path: string, fields: Body) => Promise<string>) {
  const makeUser = async (n: number) => {
    const made = await server.api<{ id: number }>('POST', `/api/applications/${id}/users`, {
      username: `t ${n}`,
      password,
    })
    return made.body.id
  }
  const users = Promise.all([makeUser(0), makeUser(1)])
  return async () => {
    const session_token = newToken()
    const ids = await users
    return each(2, (n) => at(n, 'session/track', { action: 'start', user_id: ids[n], session_token }))
  }
}

const each = (count: number, call: (n: number) => Promise<string>) =>
  Promise.all(Array.from({ length: count }, (_, n) => call(n)))

async function countRounds(won: string, race: (round: number) => Promise<string[]>): Promise<number> {
  let wins = 0
  for (let round = 0; round < rounds; round += 1) {
    if ((await race(round)).filter((code) => code === won).length === 1) wins += 1
  }
  return wins
}

async function codeOf({ origin }: RunningServer, apiKey: string, path: string, fields: Body): Promise<string> {
  const response = await fetch(`${origin}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify(fields),
  })
  const { code } = (await response.json()) as { code: string }
  return code
}
