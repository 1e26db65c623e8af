import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../test/start-server.ts'
import type { ConsoleProgram } from './console.ts'
import { setScene } from './scene.ts'

let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  server = await startServer()
}, 60_000)
afterAll(() => server.stop())

const downloadUrl = 'https://example.com/download'

describe.concurrent('the Node.js sample', { timeout: 30_000 }, () => {
  test('logs in, verifies, starts a session, keeps it alive and shows who is logged in', async (context) => {
    const scene = await setScene(context, server)
    const program = await scene.logIn()
    expect(program.output()).toMatch(
      /User ID: \d+\nUsername: alice\nEmail: Not provided\nLogged in: .+\nExpires: Never\n/,
    )
    await scene.proxy.sees('heartbeat', 2)
    const stats = await scene.dashboard('GET', `/api/applications/${scene.applicationId}/stats`)
    expect(stats).toMatchObject({ activeSessions: 1 })

    program.type('status')
    await program.shows(/Heartbeats sent: [2-9]\n/)
    await program.shows('Last verification: ')
    await program.shows('Failures in a row: 0')

    const [verify] = scene.proxy.seen('verify')
    const [start] = scene.proxy.seen('start')
    expect(start?.body.session_token).toMatch(/^sess_[0-9a-f]{32}_\d{10}$/)
    expect(Object.keys(verify?.body ?? {})).toEqual(['user_id'])
    for (const { headers } of [verify, start].flatMap((request) => request ?? [])) {
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'x-api-key': scene.apiKey,
        'user-agent': 'keywright-node/1.0',
        'accept-encoding': 'identity',
      })
    }
  })

  test('asks again without a request when a field is empty', async (context) => {
    const scene = await setScene(context, server)
    const program = await scene.start()
    program.type('  ', 'secret')
    await program.shows('Please enter both username and password.')
    program.type('alice', '')
    await program.shows('Please enter both username and password.')
    await program.shows('Username: ')
    expect(scene.proxy.seen('login')).toHaveLength(0)
  })

  test("shows the server's own text for a wrong password and asks again", async (context) => {
    const scene = await setScene(context, server)
    const program = await scene.start()
    program.type('alice', 'wrong')
    await program.shows(/Login failed: .*[Ii]nvalid.*\n/)
    program.type(scene.user.username, scene.user.password)
    await program.shows('> ')
  })

  test('sends the password untouched and the username without outer spaces', async (context) => {
    const scene = await setScene(context, server, { password: ' "\\\'$&ä😀 ' })
    const program = await scene.start()
    program.type('  alice \t', scene.user.password)
    await program.shows('Username: alice')
    expect(scene.proxy.seen('login')[0]?.body).toMatchObject({ username: 'alice', password: scene.user.password })
  })

  test('goes back to the login when the first verification is refused', async (context) => {
    const scene = await setScene(context, server)
    const refusal = { status: 403, body: '{"success":false,"code":"account_paused","message":"Not now"}' }
    scene.proxy.answerNext('verify', refusal)
    const program = await scene.start()
    program.type(scene.user.username, scene.user.password)
    await program.shows('Session verification failed. Please try logging in again.\nNot now\n')
    expect(scene.proxy.seen('start')).toHaveLength(0)
    program.type(scene.user.username, scene.user.password)
    await program.shows('> ')
  })

  test('goes back to the login when the session cannot be started', async (context) => {
    const scene = await setScene(context, server, { values: { HTTP_TIMEOUT_SECONDS: 3 } })
    scene.proxy.answerNext('start', 'hang')
    const program = await scene.start()
    program.type(scene.user.username, scene.user.password)
    await program.shows('Connection error: no answer within 3 seconds')
    await program.shows('Username: ')
    expect(scene.proxy.seen('end')[0]?.body.session_token).toBe(scene.proxy.seen('start')[0]?.body.session_token)
  })
})

describe.concurrent('the Node.js sample, refused', { timeout: 30_000 }, () => {
  test('asks for the login again on another machine', async (context) => {
    const scene = await setScene(context, server)
    const login = { ...scene.user, version: '1.0', hwid: 'another machine' }
    const bound = await fetch(`${server.origin}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': scene.apiKey },
      body: JSON.stringify(login),
    })
    expect(bound.status).toBe(200)
    const program = await scene.start()
    program.type(scene.user.username, scene.user.password)
    await program.shows(/Hardware Mismatch: .+\nUsername: /)
  })

  test('asks for the login again while the account is paused', async (context) => {
    const scene = await setScene(context, server)
    await scene.setUser('pause')
    const program = await scene.start()
    program.type(scene.user.username, scene.user.password)
    await program.shows(/Account Disabled: .+\nUsername: /)
  })

  test('ends with status 1 when its version is too old', async (context) => {
    const scene = await setScene(context, server)
    await scene.dashboard('PATCH', `/api/applications/${scene.applicationId}`, { version: '1.2.0' })
    const program = await scene.start()
    program.type(scene.user.username, scene.user.password)
    await program.shows(/Update Required: .+\n/)
    expect(await program.exitCode).toBe(1)
  })

  test('shows where the update is when the answer says so', async (context) => {
    const scene = await setScene(context, server)
    const answer = { success: false, code: 'version_mismatch', message: 'Too old', download_url: downloadUrl }
    scene.proxy.answerNext('login', { status: 403, body: JSON.stringify(answer) })
    const program = await scene.start()
    program.type(scene.user.username, scene.user.password)
    await program.shows(`Update Required: Too old\nDownload: ${downloadUrl}\n`)
    expect(await program.exitCode).toBe(1)
  })

  test('ends with status 1 when access is blocked', async (context) => {
    const scene = await setScene(context, server)
    const { applicationId } = scene
    await scene.dashboard('POST', '/api/blacklist', { applicationId, type: 'username', value: 'alice' })
    const program = await scene.start()
    program.type(scene.user.username, scene.user.password)
    await program.shows('Access Blocked: Access blocked\n')
    expect(await program.exitCode).toBe(1)
  })
})

describe.concurrent('the registration of the Node.js sample', { timeout: 30_000 }, () => {
  test('makes the account, keeps the username and goes on to the password', async (context) => {
    const scene = await setScene(context, server)
    const path = `/api/applications/${scene.applicationId}/licenses`
    const license = (await scene.dashboard('POST', path, { maxUsers: 1, validityDays: 30 })) as { licenseKey: string }
    const username = `bob-${randomUUID()}`
    const program = await scene.start(['register'])
    program.type(username, scene.user.password, 'bob@example.com', ` ${license.licenseKey} `)
    await program.shows(`User registered successfully\nUsername: ${username}\nPassword: `)
    program.type(scene.user.password)
    await program.shows('Email: bob@example.com')
    await program.shows('> ')
    expect(scene.proxy.seen('register')[0]?.body).toMatchObject({ username, license_key: license.licenseKey })
  })

  test('asks again, first without a request when a field is empty, then after a refusal', async (context) => {
    const scene = await setScene(context, server)
    const program = await scene.start(['register'])
    program.type('bob', scene.user.password, '', '')
    await program.shows('Please fill in all required fields (Username, Password, License Key)')
    expect(scene.proxy.seen('register')).toHaveLength(0)
    program.type('bob', scene.user.password, '', 'no-such-license')
    await program.shows(/Registration failed: .+\nUsername: /)
    expect(scene.proxy.seen('register')[0]?.body).not.toHaveProperty('email')
  })
})

describe.concurrent('the console of the Node.js sample', { timeout: 30_000 }, () => {
  test('lists its commands and names an unknown one as such', async (context) => {
    const program = await (await setScene(context, server)).logIn()
    program.type('help')
    await program.shows('Commands: logout, status, help, quit, exit')
    program.type('dance')
    await program.shows("Unknown command. Type 'help' for available commands.")
  })

  test('logout ends the session and asks for the next login', async (context) => {
    const scene = await setScene(context, server)
    const program = await scene.logIn()
    program.type('logout')
    await program.shows('You have been logged out.\nUsername: ')
    const stats = await scene.dashboard('GET', `/api/applications/${scene.applicationId}/stats`)
    expect(stats).toMatchObject({ activeSessions: 0 })
    program.closeInput()
    expect(await program.exitCode).toBe(0)
    expect(scene.proxy.seen('end')).toHaveLength(1)
  })

  const waysOut: [string, (program: ConsoleProgram) => void][] = [
    ['quit', (program) => program.type('quit')],
    ['exit', (program) => program.type('exit')],
    ['the end of the input', (program) => program.closeInput()],
    ['SIGINT', (program) => program.signal('SIGINT')],
    ['SIGTERM', (program) => program.signal('SIGTERM')],
  ]
  test.for(waysOut)('%s ends the session once and leaves with status 0', async ([, leave], context) => {
    const scene = await setScene(context, server)
    const program = await scene.logIn()
    leave(program)
    expect(await program.exitCode).toBe(0)
    expect(scene.proxy.seen('end')).toHaveLength(1)
    const stats = await scene.dashboard('GET', `/api/applications/${scene.applicationId}/stats`)
    expect(stats).toMatchObject({ activeSessions: 0 })
  })

  test('leaves within 4 seconds when the server does not answer any more', async (context) => {
    const scene = await setScene(context, server, { values: { HTTP_TIMEOUT_SECONDS: 30 } })
    const program = await scene.logIn()
    scene.proxy.answer(() => 'hang')
    await scene.proxy.sees('heartbeat')
    const leavingMs = performance.now()
    program.signal('SIGINT')
    expect(await program.exitCode).toBe(0)
    expect(performance.now() - leavingMs).toBeLessThan(4000)
    expect(scene.proxy.seen('end')).toHaveLength(1)
  })

  test('leaves at once while a login is on its way', async (context) => {
    const scene = await setScene(context, server, { values: { HTTP_TIMEOUT_SECONDS: 30 } })
    scene.proxy.answerNext('login', 'hang')
    const program = await scene.start()
    program.type(scene.user.username, scene.user.password)
    await scene.proxy.sees('login')
    const leavingMs = performance.now()
    program.signal('SIGTERM')
    expect(await program.exitCode).toBe(0)
    expect(performance.now() - leavingMs).toBeLessThan(1000)
  })

  test('takes all its lines from a pipe that closes at once', async (context) => {
    const scene = await setScene(context, server)
    const program = await scene.start()
    program.type(scene.user.username, scene.user.password, 'status', 'quit')
    program.closeInput()
    await program.shows('Heartbeats sent: 0')
    expect(await program.exitCode).toBe(0)
    expect(scene.proxy.seen('end')).toHaveLength(1)
  })
})
