import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../test/start-server.ts'
import type { ForeignAnswer } from './answer-proxy.ts'
import { setScene } from './scene.ts'

let server: Awaited<ReturnType<typeof startServer>>
let elsewhere = ''
const strayed: string[] = []
const stranger = createServer((request, response) => {
  strayed.push(`${request.method} ${request.url}`)
  response.end('{"success":true}')
})
beforeAll(async () => {
  server = await startServer()
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  elsewhere = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`
}, 60_000)
afterAll(async () => {
  stranger.close()
  await server.stop()
  expect(strayed, 'a redirect was followed').toEqual([])
})

const html = { status: 502, body: '<html>\u001b[2J<h1>Bad\r\nGateway</h1></html>' }

/** Answers that are no answers, and what the login shows for each. */
const foreignAnswers: [string, () => ForeignAnswer, string][] = [
  ['an HTML page', () => html, '502 <html> [2J<h1>Bad Gateway</h1></html>'],
  ['an empty body', () => ({ status: 200 }), '200 OK'],
  [
    'a body of 1 MiB',
    () => ({ status: 200, body: `{"success":true,"a":"${'x'.repeat(2 ** 20)}"}` }),
    '200 {"success":true',
  ],
  ['JSON without success', () => ({ status: 500, body: '{"message":"Boom"}' }), 'Boom'],
  ['JSON that is no object', () => ({ status: 200, body: '[1]' }), '200 OK'],
  ['success that is no boolean', () => ({ status: 200, body: '{"success":"yes"}' }), '200 OK'],
  ['a permanent redirect', () => ({ status: 301, headers: { location: elsewhere } }), '301 Moved Permanently'],
  [
    'a redirect that repeats the body',
    () => ({ status: 307, headers: { location: elsewhere } }),
    '307 Temporary Redirect',
  ],
  ['a redirect with a good body', () => ({ status: 302, body: '{"success":true}' }), '302 Found'],
  ['a reset connection', () => 'reset', ''],
  ['no answer', () => 'hang', 'no answer within 3 seconds'],
]

describe.concurrent('an answer that no server of ours gives', { timeout: 30_000 }, () => {
  test.for(foreignAnswers)(
    '%s is a connection error at the login and ends no session',
    async ([, answer, text], context) => {
      const scene = await setScene(context, server, { values: { VERIFY_SECONDS: 1, HTTP_TIMEOUT_SECONDS: 3 } })
      scene.proxy.answerNext('login', answer())
      const program = await scene.start()
      program.type(scene.user.username, scene.user.password)
      await program.shows(`Connection error: ${text}`)
      expect(scene.proxy.seen('verify')).toHaveLength(0)

      program.type(scene.user.username, scene.user.password)
      await program.shows('> ')
      scene.proxy.answerNext('verify', answer())
      await scene.proxy.sees('verify', 3)
      program.type('status')
      await program.shows('Failures in a row: ')
      for (const text of ['expired', '\u001b']) expect(program.output()).not.toContain(text)
    },
  )
})

describe.concurrent('a server that sends no codes', { timeout: 30_000 }, () => {
  const texts: [string, string, boolean][] = [
    ['Please update to version 2', 'Update Required', true],
    ['Wrong HWID', 'Hardware Mismatch', false],
    ['Your subscription has expired', 'Account Expired', false],
    ['Account is paused', 'Account Disabled', false],
    ['You are blacklisted', 'Access Blocked', true],
    ['No', 'Login failed', false],
  ]
  test.for(texts)('%s reads %s', async ([message, caption, endsProgram], context) => {
    const scene = await setScene(context, server)
    scene.proxy.answerNext('login', { status: 403, body: JSON.stringify({ success: false, message }) })
    const program = await scene.start()
    program.type(scene.user.username, scene.user.password)
    await program.shows(`${caption}: ${message}\n`)
    if (endsProgram) expect(await program.exitCode).toBe(1)
    else await program.shows('Username: ')
  })

  test('a code decides where there is one, whatever the words are', async (context) => {
    const scene = await setScene(context, server)
    const answer = { success: false, code: 'license_expired', message: 'Update your version of the contract' }
    scene.proxy.answerNext('login', { status: 403, body: JSON.stringify(answer) })
    const program = await scene.start()
    program.type(scene.user.username, scene.user.password)
    await program.shows('Account Expired: Update your version of the contract\nUsername: ')
  })

  test('a busy server is asked again only after the pause that it names', async (context) => {
    const scene = await setScene(context, server)
    const answer = { success: false, code: 'rate_limited', message: 'Rate limit exceeded' }
    const headers = { 'retry-after': '2' }
    scene.proxy.answerNext('login', { status: 429, headers, body: JSON.stringify(answer) })
    const program = await scene.start()
    program.type(scene.user.username, scene.user.password, scene.user.username, scene.user.password)
    await program.shows('Please wait: Rate limit exceeded')
    const [first, second] = [await scene.proxy.sees('login', 1), await scene.proxy.sees('login', 2)]
    expect(second.atMs - first.atMs).toBeGreaterThan(1990)
  })

  test('an expiry at the end of year 9999 reads Never', async (context) => {
    const scene = await setScene(context, server)
    const user = { success: true, message: 'Hello', user_id: 1, username: 'alice', email: '', hwid_locked: null }
    const ok = { status: 200, body: '{"success":true}' }
    for (const expires_at of ['9999-12-31T23:59:00.000Z', '+010000-01-01T05:00:00.000Z', '', null]) {
      const body = `\ufeff${JSON.stringify({ ...user, expires_at })}`
      scene.proxy.answer(({ call }) => (call === 'login' ? { status: 200, body } : ok))
      const program = await scene.start()
      program.type(scene.user.username, scene.user.password)
      await program.shows('Email: Not provided')
      await program.shows('Expires: Never\n')
    }
  })
})
