import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { newestStep } from '../../src/server/db/open.ts'
import { type Asked, askShippedCalls } from '../contract/ask-shipped-calls.ts'
import { shippedAnswers } from '../contract/shipped-answers.ts'
import { createTestDatabase } from '../harness/create-test-database.ts'
import { describePostgres } from '../harness/databases.ts'
import { type RunningServer, startServer } from '../harness/start-server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startReceiver } from '../harness/webhook-receiver.ts'
import { newToken, password } from '../harness/world.ts'
import { masterKey, type OlderProgram, openOlderProgram } from '../releases/stored-releases.ts'

const events = ['user_registration'] as const
const hwid = 'Board-77'
let older: OlderProgram
/** Fails where no older program is stored: nothing here may pass by testing this program against itself. */
beforeAll(async () => {
  older = await openOlderProgram()
})
afterAll(() => older?.remove())

describePostgres('a server of the last release beside one of this, on one PostgreSQL', () => {
  const env = { MASTER_KEY: masterKey, WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' }
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  let last: RunningServer
  let next: RunningServer
  const startLast = () =>
    startServer({
      program: older.main,
      env: { ...env, ...older.env, NODE_NAME: 'last', DATABASE_URL: database.url },
    })

  beforeAll(async () => {
    database = await createTestDatabase()
    receiver = await startReceiver()
    last = await startLast()
    next = await startServer({ env: { ...env, NODE_NAME: 'next', DATABASE_URL: database.url } })
  })
  afterAll(async () => {
    await Promise.all([last?.stop(), next?.stop()])
    await receiver?.close()
    await database?.drop()
  })

  it('is another program: each shows the step of the schema that it knows', async () => {
    const { body } = await next.api<{ nodes: { name: string; schema: string }[] }>('GET', '/api/system')
    const known = body.nodes.map(({ name, schema }) => [name, schema])
    expect(known).toEqual([
      ['last', older.step],
      ['next', newestStep],
    ])
    for (const server of [last, next]) expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  })

  it('answers every call of shipped programs with the same bytes, alone and when calls alternate', async () => {
    for (const servers of [[last], [next], [last, next], [next, last]]) {
      expect(await askShippedCalls(await applicationOn(servers))).toEqual(shippedAnswers)
    }
  })

  it('takes no further seat of a license key, and breaks no count of those that the other took', async () => {
    const { dashboard, base, code } = await applicationOn([next])
    await dashboard('PATCH', base, { licenseLogin: true, hwidLockEnabled: true })
    const { id, licenseKey: license_key } = await dashboard<{ id: number; licenseKey: string }>(
      ...(['POST', `${base}/licenses`, { maxUsers: 5 }] as const),
    )
    const signIn = (on: RunningServer, machine: string) => code(on, 'license', { license_key, hwid: machine })
    const seats = async () => (await dashboard<{ currentUsers: number }>('GET', `${base}/licenses/${id}`)).currentUsers
    const onMachines = async () => {
      for (const machine of ['A', 'B', 'C', 'D']) expect(await signIn(next, machine)).toBe('login_successful')
      expect(await seats()).toBe(4)
    }
    await onMachines()
    expect([await signIn(last, 'D'), await signIn(last, 'E')]).toEqual(['login_successful', 'hwid_mismatch'])
    const [holder] = await dashboard<{ id: number }[]>('GET', `${base}/users`)
    const user = `${base}/users/${holder?.id}`
    expect((await last.api('DELETE', `${user}/devices/first?hwid=A`)).status).toBe(200)
    expect(await seats()).toBe(3)
    expect((await last.api('POST', `${user}/reset-hwid`)).status).toBe(200)
    expect(await seats()).toBe(1)
    await onMachines()
    expect((await last.api('DELETE', user)).status).toBe(200)
    expect(await seats()).toBe(0)
    await onMachines()
  })

  it('goes on with what the other made, starts again, and refuses whom the other banned', async () => {
    const application = await applicationOn([last, next])
    await application.dashboard('PATCH', application.base, { offlineStart: true, graceDays: 3 })
    const hook = { url: receiver.url, applicationId: application.id, events }
    await application.dashboard('POST', '/api/webhooks', hook)
    const people = await Promise.all([last, next, last, next].map((on, n) => application.visit(on, `visitor ${n}`)))
    await last.stop()
    last = await startLast()
    for (const { session_token, username } of people) {
      for (const on of [last, next]) {
        expect(await application.code(on, 'session/track', { action: 'heartbeat', session_token })).toBe(
          'session_alive',
        )
        expect(await application.code(on, 'login', { username, password, hwid })).toBe('login_successful')
      }
    }
    for (const [n, { id, session_token }] of people.entries()) {
      const [by, other] = n % 2 === 0 ? [last, next] : [next, last]
      const banned = await by.api('POST', `${application.base}/users/${id}/ban`)
      expect(banned.status).toBe(200)
      expect(await application.code(other, 'session/track', { action: 'heartbeat', session_token })).toBe(
        'account_banned',
      )
    }
    await receiver.until(people.length)
    const told = receiver.received.map(({ body }) => body).join('\n')
    for (const { username } of people) expect(told).toContain(username)
  })
})

describe('the embedded database, whose server is upgraded and taken back', () => {
  it('answers the same, and goes on with sessions, users and keys of the other', async () => {
    const { options, remove } = await temporaryFolder()
    onTestFinished(remove)
    const made: { application: Application; person: Visitor }[] = []
    for (const [round, isOlder] of [true, false, true, false].entries()) {
      const server = await startServer({
        dataDir: options.dataDir,
        env: { MASTER_KEY: masterKey, ...(isOlder && older.env) },
        ...(isOlder && { program: older.main }),
      })
      try {
        expect(await askShippedCalls(await applicationOn([server]))).toEqual(shippedAnswers)
        for (const { application, person } of made) {
          const { session_token, username } = person
          const beat = { action: 'heartbeat', session_token }
          expect(await application.code(server, 'session/track', beat)).toBe('session_alive')
          expect(await application.code(server, 'login', { username, password, hwid })).toBe('login_successful')
        }
        const application = await applicationOn([server])
        made.push({ application, person: await application.visit(server, `visitor ${round}`) })
      } finally {
        await server.stop()
      }
    }
  })
})

type Application = Awaited<ReturnType<typeof applicationOn>>
type Visitor = Awaited<ReturnType<Application['visit']>>

let applications = 0

/** A new application; its calls, and those of its developer, go to the servers in turn. */
async function applicationOn(servers: readonly RunningServer[]) {
  applications += 1
  let calls = 0
  const turn = () => {
    const server = servers[calls++ % servers.length]
    if (!server) throw new Error('no server')
    return server
  }
  const dashboard: Asked['dashboard'] = async <T>(method: string, path: string, body?: unknown) => {
    const answer = await turn().api<T>(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const name = `Application ${applications}`
  const { id, apiKey } = await dashboard<{ id: number; apiKey: string }>('POST', '/api/applications', { name })
  const base = `/api/applications/${id}`
  const ask = async ({ origin }: RunningServer, path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-api-key': apiKey }
    const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    return { status: response.status, text, body: JSON.parse(text) as Record<string, unknown> }
  }
  const user: Asked['user'] = ({ username = 'own', expiresAt = null }) =>
    dashboard('POST', `${base}/users`, { username, password, isHwidLocked: false, expiresAt })
  return {
    ...{ id, base, dashboard, user },
    send: (path: string, body: object) => ask(turn(), path, body),
    now: () => new Date(),
    code: async (on: RunningServer, path: string, body: object) => (await ask(on, `/api/v1/${path}`, body)).body.code,
    /** Registers with a license key through that server, and starts a session. */
    async visit(on: RunningServer, username: string) {
      const { licenseKey } = await dashboard<{ licenseKey: string }>('POST', `${base}/licenses`, {})
      const { body } = await ask(on, '/api/v1/register', { username, password, hwid, license_key: licenseKey })
      const session_token = newToken()
      const start = { action: 'start', user_id: body.user_id, session_token, hwid }
      expect((await ask(on, '/api/v1/session/track', start)).body.code).toBe('session_started')
      return { id: Number(body.user_id), username, session_token }
    },
  }
}
