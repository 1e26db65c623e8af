import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { ForeignAnswer } from '../recording-proxy.ts'
import type { Scene } from '../sample-scene.ts'
import { alone, type Scenario } from './scenario.ts'

/** Runs the three calls once. */
async function runCalls(scene: Scene, ...more: string[]) {
  const program = await scene.start({ args: [scene.user.username, scene.user.password, ...more] })
  const exitCode = await program.exitCode
  return { exitCode, output: program.output() }
}

/** Is rejected with the server's own text, and sends no further request. */
async function isRefused(scene: Scene, text: RegExp): Promise<void> {
  expect(await runCalls(scene)).toMatchObject({ exitCode: 1, output: expect.stringMatching(text) })
  expect(scene.traffic.seen('verify')).toHaveLength(0)
}

interface NodeSample {
  readonly hardwareId: (machineId: string | undefined, salt: string) => string
}

const failed = (output: string) => ({ exitCode: 1, output })

/** Names that other samples have too stand in the same row of the table. */
export const calls: readonly Scenario[] = [
  {
    name: 'logs in and verifies',
    async run(setScene) {
      const scene = await setScene()
      const { exitCode, output } = await runCalls(scene)
      expect(exitCode).toBe(0)
      expect(output).toMatch(/^Login successful.*\nUser ID: \d+\nUsername: alice-\w+\nExpires: Never\n$/)
      expect(Object.keys(scene.traffic.seen('verify')[0]?.body ?? {})).toEqual(['user_id'])
      expect(scene.traffic.seen('login')[0]?.headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': 'keywright-javascript/1.0',
      })
    },
  },
  {
    name: "shows the server's own text for a wrong password",
    async run(setScene) {
      const scene = await setScene()
      const program = await scene.start({ args: [scene.user.username, 'wrong'] })
      expect(await program.exitCode).toBe(1)
      expect(program.output()).toMatch(/^Invalid username or password\./)
    },
  },
  {
    name: 'registers with a license, then logs in',
    async run(setScene) {
      const scene = await setScene()
      const path = `/api/applications/${scene.applicationId}/licenses`
      const license = await scene.dashboard<{ licenseKey: string }>('POST', path, { maxUsers: 1, validityDays: 30 })
      const username = `bob-${randomUUID()}`
      scene.traffic.alsoKnownAs(username)
      const program = await scene.start({ args: [username, scene.user.password, license.licenseKey] })
      expect(await program.exitCode).toBe(0)
      expect(program.output()).toMatch(/^User registered successfully\nLogin successful/)
    },
  },
  {
    name: 'asks for both names without a request when one is missing',
    async run(setScene) {
      const scene = await setScene()
      for (const args of [[], [scene.user.username], ['  ', 'secret']]) {
        const program = await scene.start({ args })
        expect(await program.exitCode).toBe(1)
        expect(program.output()).toBe('Please enter both username and password.\n')
      }
      expect(scene.traffic.seen('login')).toHaveLength(0)
    },
  },
  {
    name: 'an expiry at the end of year 9999 reads Never',
    async run(setScene) {
      const scene = await setScene()
      const body = '{"success":true,"message":"Hi","user_id":1,"username":"a","expires_at":"9999-12-31T23:59:00.000Z"}'
      scene.traffic.answer(({ call }) => ({ status: 200, body: call === 'login' ? body : '{"success":true}' }))
      expect(await runCalls(scene)).toMatchObject({
        exitCode: 0,
        output: 'Hi\nUser ID: 1\nUsername: a\nExpires: Never\n',
      })
    },
  },
  {
    name: 'stops after a registration that is refused',
    async run(setScene) {
      const scene = await setScene()
      const { exitCode, output } = await runCalls(scene, 'no-such-license')
      expect(exitCode).toBe(1)
      expect(output, 'is said once').toMatch(/^.*license.*\n$/i)
      expect(scene.traffic.seen('register')).toHaveLength(1)
      expect(scene.traffic.seen('login')).toHaveLength(0)
    },
  },
  {
    name: 'sends the password untouched',
    async run(setScene) {
      const scene = await setScene({ password: ' "\\\'$&ä😀 ' })
      expect((await runCalls(scene)).exitCode).toBe(0)
      expect(scene.traffic.seen('login')[0]?.body.password).toBe(scene.user.password)
    },
  },
  {
    name: 'names the computer as the other samples do, so that none of them is refused after it',
    async run(setScene) {
      const scene = await setScene()
      expect((await runCalls(scene)).exitCode).toBe(0)
      const sample = (await import(new URL('../../node/keywright.mjs', import.meta.url).href)) as NodeSample
      const own = sample.hardwareId(undefined, scene.stage.values.HWID_SALT ?? '')
      expect(scene.traffic.seen('login')[0]?.body.hwid).toBe(own)
    },
  },
  {
    name: 'believes no success that is forged, replayed or not signed, while keys are pinned',
    async run(setScene) {
      const scene = await setScene({ isSigned: true })
      const unverified = "Connection error: the server's answer could not be verified.\n"
      const recorded: Parameters<Parameters<typeof scene.traffic.change>[0]>[0][] = []
      const forgeries = [
        (answer: (typeof recorded)[number]) => ({ ...answer, headers: {} }),
        (answer: (typeof recorded)[number]) => ({ ...answer, body: `${answer.body} ` }),
        (answer: (typeof recorded)[number]) => ({ ...answer, status: 201 }),
        (answer: (typeof recorded)[number]) => recorded[0] ?? answer,
      ]
      for (const forge of forgeries) {
        scene.traffic.change((answer) => {
          recorded.push(answer)
          return forge(answer)
        })
        expect(await runCalls(scene)).toEqual(failed(unverified))
      }
      expect(scene.traffic.seen('verify')).toHaveLength(0)
      scene.traffic.change((answer) => answer)
      expect((await runCalls(scene)).exitCode).toBe(0)
      const body = '{"success":false,"code":"invalid_api_key","message":"Invalid API key"}'
      scene.traffic.answerNext('login', { status: 401, body })
      expect(await runCalls(scene), 'a refusal that nobody signs is shown as it is').toEqual(
        failed('Invalid API key\n'),
      )
    },
  },
  {
    name: 'is refused on another machine',
    async run(setScene) {
      const scene = await setScene()
      await fetch(`${scene.stage.server.origin}/api/v1/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': scene.apiKey },
        body: JSON.stringify({ ...scene.user, version: '1.0', hwid: 'another machine' }),
      })
      await isRefused(scene, /hardware/i)
    },
  },
  {
    name: 'is refused while the account is paused',
    async run(setScene) {
      const scene = await setScene()
      await scene.setUser('pause')
      await isRefused(scene, /disabled/i)
    },
  },
  {
    name: 'is refused when the account has expired',
    async run(setScene) {
      const scene = await setScene()
      const users = `/api/applications/${scene.applicationId}/users`
      await scene.dashboard('PUT', `${users}/${scene.userId}`, { expiresAt: '2020-01-01T00:00:00.000Z' })
      await isRefused(scene, /expired/i)
    },
  },
  {
    name: 'is refused when its version is too old',
    async run(setScene) {
      const scene = await setScene(alone)
      await scene.dashboard('PATCH', `/api/applications/${scene.applicationId}`, { version: '1.2.0' })
      await isRefused(scene, /update|version/i)
    },
  },
  {
    name: 'is refused when access is blocked',
    async run(setScene) {
      const scene = await setScene()
      const { applicationId, user } = scene
      await scene.dashboard('POST', '/api/blacklist', { applicationId, type: 'username', value: user.username })
      await isRefused(scene, /^Access blocked\n$/)
    },
  },
  {
    name: "meets the server's own limit and is told to wait",
    async run(setScene) {
      const scene = await setScene(alone)
      let limited = 0
      while (limited !== 429) {
        const answer = await fetch(`${scene.stage.server.origin}/api/v1/login`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': scene.apiKey },
          body: JSON.stringify({ ...scene.user, password: 'wrong', version: '1.0' }),
        })
        limited = answer.status
      }
      await isRefused(scene, /^Rate limit exceeded\nPlease wait \d+ seconds\.\n$/)
    },
  },
  {
    name: 'says so when the verification is refused',
    async run(setScene) {
      const scene = await setScene()
      const refusal = { status: 403, body: '{"success":false,"code":"account_paused","message":"Not now"}' }
      scene.traffic.answerNext('verify', refusal)
      const { exitCode, output } = await runCalls(scene)
      expect(exitCode).toBe(1)
      expect(output).toContain('Session verification failed. Please try logging in again.\nNot now\n')
    },
  },
  {
    name: 'takes no redirect, no page and no broken connection for an answer, and follows nowhere',
    async run(setScene) {
      const scene = await setScene()
      const elsewhere = { location: `${scene.stage.server.origin}/healthz` }
      const answers: [ForeignAnswer, string][] = [
        [{ status: 502, body: '<html>\u001b[2J' }, 'Connection error: 502 <html> [2J\n'],
        [{ status: 500, body: '{"message":"Boom"}' }, 'Connection error: Boom\n'],
        [{ status: 403, body: '{"success":false}' }, '403 Forbidden\n'],
        [{ status: 302, body: '{"success":true}' }, 'Connection error: 302 Found\n'],
        [{ status: 200 }, 'Connection error: 200 OK\n'],
        [{ status: 200, body: '{"success":"yes"}' }, 'Connection error: 200 OK\n'],
        [{ status: 307, headers: elsewhere }, 'Connection error: 307 Temporary Redirect\n'],
      ]
      for (const [answer, text] of answers) {
        scene.traffic.answerNext('login', answer)
        expect(await runCalls(scene)).toEqual(failed(text))
      }
      scene.traffic.answerNext('login', 'reset')
      expect((await runCalls(scene)).output).toMatch(/^Connection error: \S+\n$/)
      expect((await runCalls(scene)).exitCode).toBe(0)
    },
  },
  {
    name: 'is as short as a tab should be, and warns of web pages in its first sentence',
    async run() {
      const text = await readFile(new URL('../../javascript/quickstart.mjs', import.meta.url), 'utf8')
      expect(text.split('\n').length).toBeLessThanOrEqual(150)
      expect(text).toMatch(/^\/\*\*\n \* Never in a web page: everyone can read the key there\./)
    },
  },
]
