import { describe, expect, it, onTestFinished } from 'vitest'
import { newToken, password } from './client-scenarios/world.ts'
import { describePostgres, temporaryFolder } from './databases.ts'
import { createTestDatabase } from './postgres.ts'
import { printFigure } from './print-figure.ts'
import { type RunningServer, startServer } from './start-server.ts'

interface Said {
  readonly code: string
  readonly [field: string]: unknown
}

/** What the server answered before it was killed. */
interface Answered {
  readonly users: Map<number, string>
  readonly tokens: string[]
}

const engines = [
  { name: 'SQLite', describeEngine: describe, rounds: 5, isShared: false },
  { name: 'PostgreSQL', describeEngine: describePostgres, rounds: 2, isShared: true },
]

for (const { name, describeEngine, rounds, isShared } of engines) {
  describeEngine(`a server killed under load (${name})`, () => {
    it(`has every registration and session that it answered, in ${rounds} rounds`, async () => {
      const env = { MASTER_KEY: 'a master key that outlives the process', ...(isShared && (await makeDatabase())) }
      const folder = await temporaryFolder()
      onTestFinished(folder.remove)
      const start = () => startServer({ env, dataDir: folder.options.dataDir })
      let server = await start()
      onTestFinished(() => server.stop())
      const made = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Killed' })
      const { id, apiKey } = made.body

      const answered: Answered = { users: new Map(), tokens: [] }
      for (let round = 0; round < rounds; round += 1) {
        await loadUntilKilled(server, apiKey, answered, `${round}`)
        server = await start()
      }
      await expectAll(server, { id, apiKey }, answered)
      const { users, tokens } = answered
      printFigure(
        `${name}: killed ${rounds} times: ${users.size} registrations and ${tokens.length} sessions answered, 0 lost`,
      )
      expect(users.size).toBeGreaterThan(rounds)
      expect(tokens.length).toBeGreaterThan(rounds)
    }, 120_000)
  })
}

async function makeDatabase() {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  return { DATABASE_URL: url }
}

async function call(server: RunningServer, apiKey: string, path: string, body: object): Promise<Said> {
  const headers = { 'content-type': 'application/json', 'x-api-key': apiKey }
  const response = await fetch(`${server.origin}/api/v1/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  return (await response.json()) as Said
}

/** Registers and starts sessions from many callers; kills the server in the middle of it. */
async function loadUntilKilled(
  server: RunningServer,
  apiKey: string,
  answered: Answered,
  round: string,
): Promise<void> {
  const killAfter = answered.users.size + 3 + Math.floor(Math.random() * 20)
  const first = await call(server, apiKey, 'register', { username: `first ${round}`, password })
  answered.users.set(Number(first.user_id), `first ${round}`)
  let isKilled = false
  let killing: Promise<void> | undefined

  const untilKilled = async (work: (n: number) => Promise<void>) => {
    for (let n = 0; !isKilled; n += 1) {
      try {
        await work(n)
      } catch (error) {
        if (!isKilled) throw error
      }
    }
  }
  const register = (caller: number) => async (n: number) => {
    const username = `user ${round} ${caller} ${n}`
    const said = await call(server, apiKey, 'register', { username, password })
    expect(said.code).toBe('user_registered')
    answered.users.set(Number(said.user_id), username)
    if (answered.users.size < killAfter || isKilled) return
    isKilled = true
    killing = server.kill()
  }
  const start = async () => {
    const session_token = newToken()
    const said = await call(server, apiKey, 'session/track', { action: 'start', user_id: first.user_id, session_token })
    expect(said.code).toBe('session_started')
    answered.tokens.push(session_token)
  }
  const callers = [0, 1, 2, 3].flatMap((caller) => [untilKilled(register(caller)), untilKilled(start)])
  await Promise.all(callers)
  await killing
}

async function expectAll(
  server: RunningServer,
  { id, apiKey }: { id: number; apiKey: string },
  { users, tokens }: Answered,
) {
  const listed = await server.api<{ id: number; username: string }[]>('GET', `/api/applications/${id}/users`)
  const found = new Map(listed.body.map((user) => [user.id, user.username]))
  expect([...users].filter(([userId, username]) => found.get(userId) !== username)).toEqual([])
  for (let from = 0; from < tokens.length; from += 100) {
    const slice = tokens.slice(from, from + 100)
    const beat = (session_token: string) =>
      call(server, apiKey, 'session/track', { action: 'heartbeat', session_token })
    const lost = (await Promise.all(slice.map(beat))).filter(({ code }) => code !== 'session_alive')
    expect(lost).toEqual([])
  }
}
