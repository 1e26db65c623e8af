import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../test/start-server.ts'
import type { AnswerProxy, CallName } from './answer-proxy.ts'
import type { ConsoleProgram } from './console.ts'
import { setScene } from './scene.ts'

let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  server = await startServer()
}, 60_000)
afterAll(() => server.stop())

const expired = 'Your session has expired. Please login again.'
const options = { timeout: 30_000 }

/** Milliseconds between the requests of one call. */
function gaps(proxy: AnswerProxy, call: CallName): number[] {
  const times = proxy.seen(call).map(({ atMs }) => atMs)
  return times.slice(1).map((time, index) => time - (times[index] ?? 0))
}

/** What the program shows as its failures in a row, asked for by `status`. */
async function failuresShown(program: ConsoleProgram): Promise<number> {
  program.type('status')
  const shown = await program.shows(/Failures in a row: \d+\n/)
  return Number(/\d+/.exec(shown)?.[0])
}

describe.concurrent('a definitive refusal', options, () => {
  test.for(['ban', 'pause'] as const)('after a %s the session ends within seconds', async (action, context) => {
    const scene = await setScene(context, server)
    const program = await scene.logIn()
    await scene.proxy.sees('heartbeat')
    const refusedFromMs = performance.now()
    await scene.setUser(action)
    await program.shows(`${expired}\n`)
    await program.shows(/.+\nUsername: /)
    expect(performance.now() - refusedFromMs).toBeLessThan(6000)
    expect(scene.proxy.seen('verify')).toHaveLength(1 + 3)
    for (const gap of gaps(scene.proxy, 'verify').slice(1)) expect(gap).toBeGreaterThan(950)
    expect(scene.proxy.seen('end')).toHaveLength(1)
    const logs = await scene.dashboard('GET', `/api/activity-logs?applicationId=${scene.applicationId}`)
    expect(JSON.stringify(logs)).toContain('session_end')
  })

  test('is forgotten when the user is let in again before the third', async (context) => {
    const scene = await setScene(context, server, { values: { RETRY_SECONDS: 3 } })
    const program = await scene.logIn()
    await scene.setUser('pause')
    await scene.proxy.sees('verify', 2)
    await scene.setUser('unpause')
    await scene.proxy.sees('verify', 3)
    const beats = scene.proxy.seen('heartbeat').length
    await scene.proxy.sees('heartbeat', beats + 2)
    expect(await failuresShown(program)).toBe(0)
    expect(program.output()).not.toContain(expired)
    expect(scene.proxy.seen('verify')).toHaveLength(3)
  })

  test('a session that was replaced ends and does not fight back', async (context) => {
    const scene = await setScene(context, server)
    const body = '{"success":false,"code":"session_ended","reason":"replaced","message":"Session has ended"}'
    const program = await scene.logIn()
    scene.proxy.answer(({ call }) => (call === 'end' ? undefined : { status: 410, body }))
    await program.shows(`${expired}\nSession has ended\n`)
    expect(scene.proxy.seen('start')).toHaveLength(1)
  })
})

describe.concurrent('another refusal', options, () => {
  const maintenance = { status: 403, body: '{"success":false,"message":"Maintenance"}' }

  test('ends the session at exactly the third verification of the grid', async (context) => {
    const scene = await setScene(context, server, { values: { VERIFY_SECONDS: 2 } })
    const program = await scene.logIn()
    scene.proxy.answer(({ call }) => (call === 'verify' ? maintenance : undefined))
    await program.shows(`${expired}\nMaintenance\n`)
    expect(scene.proxy.seen('verify')).toHaveLength(1 + 3)
    for (const gap of gaps(scene.proxy, 'verify').slice(1)) expect(gap).toBeGreaterThan(1500)
    expect(scene.proxy.seen('end')).toHaveLength(1)
  })

  test('given twice and then not any more, ends nothing', async (context) => {
    const scene = await setScene(context, server, { values: { VERIFY_SECONDS: 1 } })
    const program = await scene.logIn()
    scene.proxy.answerNext('verify', maintenance, maintenance)
    while ((await failuresShown(program)) < 2);
    await scene.proxy.sees('verify', 5)
    expect(await failuresShown(program)).toBe(0)
    expect(program.output()).not.toContain(expired)
  })
})

describe.concurrent('a server that cannot be reached', options, () => {
  test('for less than three periods ends no session', async (context) => {
    const scene = await setScene(context, server, { values: { VERIFY_SECONDS: 1 } })
    const program = await scene.logIn()
    await scene.proxy.sees('verify', 2)
    await scene.proxy.goDown()
    while ((await failuresShown(program)) < 1);
    await scene.proxy.comeBack()
    await scene.proxy.sees('verify', 3)
    while ((await failuresShown(program)) > 0);
    expect(program.output()).not.toContain(expired)
    expect(scene.proxy.seen('start')).toHaveLength(1)
  })

  test('for longer ends it, when three whole periods have passed', async (context) => {
    const scene = await setScene(context, server, { values: { VERIFY_SECONDS: 1 } })
    const program = await scene.logIn()
    const { atMs } = await scene.proxy.sees('verify', 2)
    await scene.proxy.goDown()
    await program.shows(expired)
    expect(performance.now() - atMs).toBeGreaterThan(2500)
    await program.shows('Username: ')
  })

  test('and that names a time to come back is left alone until then', async (context) => {
    const scene = await setScene(context, server, { values: { VERIFY_SECONDS: 1 } })
    const program = await scene.logIn()
    const busy = new Set<CallName>(['verify', 'heartbeat'])
    scene.proxy.answer(({ call }) => {
      if (!busy.delete(call)) return undefined
      return { status: call === 'verify' ? 429 : 503, headers: { 'retry-after': '3' } }
    })
    await scene.proxy.sees('heartbeat', 2)
    await scene.proxy.sees('verify', 3)
    for (const gap of [gaps(scene.proxy, 'heartbeat')[0], gaps(scene.proxy, 'verify')[1]]) {
      expect(gap).toBeGreaterThan(2990)
    }
    expect(await failuresShown(program)).toBe(0)
  })

  test('a heartbeat without an answer counts for nothing', async (context) => {
    const scene = await setScene(context, server)
    const program = await scene.logIn()
    scene.proxy.answer(({ call }) => (call === 'heartbeat' ? { status: 502, body: '<html>' } : undefined))
    await scene.proxy.sees('heartbeat', 4)
    expect(await failuresShown(program)).toBe(0)
    expect(scene.proxy.seen('verify')).toHaveLength(1)
  })
})

describe.concurrent('a session that the server has swept', options, () => {
  test('is started again with a fresh token, and nothing is shown', async (context) => {
    const scene = await setScene(context, server)
    const program = await scene.logIn()
    const shown = program.output()
    const first = scene.proxy.seen('start')[0]?.body.session_token
    const body = '{"success":false,"code":"session_ended","reason":"timeout","message":"Session has ended"}'
    scene.proxy.answer((request) => (request.body.session_token === first ? { status: 410, body } : undefined))
    const again = await scene.proxy.sees('start', 2)
    expect(again.body.session_token).toMatch(/^sess_[0-9a-f]{32}_\d{10}$/)
    expect(again.body.session_token).not.toBe(first)
    const beats = scene.proxy.seen('heartbeat').length
    const beat = await scene.proxy.sees('heartbeat', beats + 2)
    expect(beat.body.session_token).toBe(again.body.session_token)
    expect(program.output()).toBe(shown)
    expect(await failuresShown(program)).toBe(0)
  })

  test('is started at most once in a period', async (context) => {
    const scene = await setScene(context, server)
    const program = await scene.logIn()
    const body = '{"success":false,"code":"session_not_found","message":"Session not found"}'
    scene.proxy.answer(({ call }) => (call === 'start' ? undefined : { status: 404, body }))
    await scene.proxy.sees('start', 2)
    const beats = scene.proxy.seen('heartbeat').length
    await scene.proxy.sees('heartbeat', beats + 3)
    expect(scene.proxy.seen('start')).toHaveLength(2)
    expect(program.output()).not.toContain(expired)
  })
})
