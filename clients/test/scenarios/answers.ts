import { randomInt } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import type { ForeignAnswer } from '../recording-proxy.ts'
import { hasty, lostText, type Scenario } from './scenario.ts'

const html = { status: 502, body: '<html>\u001b[2J<h1>Bad\r\nGateway</h1></html>' }

/** Invalid responses, and what the login shows for each. */
const foreignAnswers = (elsewhere: string): [ForeignAnswer, string][] => [
  [html, '502 <html> [2J<h1>Bad Gateway</h1></html>'],
  [{ status: 200 }, '200 OK'],
  [{ status: 200, body: `{"success":true,"a":"${'x'.repeat(2 ** 20)}"}` }, '200 {"success":true'],
  [{ status: 500, body: '{"message":"Boom"}' }, 'Boom'],
  [{ status: 200, body: '[1]' }, '200 OK'],
  [{ status: 200, body: '{"success":"yes"}' }, '200 OK'],
  [{ status: 200, body: '['.repeat(60_000) }, '200 ['],
  [{ status: 301, headers: { location: elsewhere } }, '301 Moved Permanently'],
  [{ status: 307, headers: { location: elsewhere } }, '307 Temporary Redirect'],
  [{ status: 302, body: '{"success":true}' }, '302 Found'],
  ['reset', ''],
]

/** Another host, which no request may ever reach. */
async function withStranger(job: (origin: string) => Promise<void>): Promise<void> {
  const strayed: string[] = []
  const stranger = createServer((request, response) => {
    strayed.push(`${request.method} ${request.url}`)
    response.end('{"success":true}')
  })
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  await job(`http://127.0.0.1:${(stranger.address() as AddressInfo).port}/`)
  stranger.closeAllConnections()
  stranger.close()
  expect(strayed, 'a redirect was followed').toEqual([])
}

const wordings: [string, string][] = [
  ['Wrong HWID', 'Hardware Mismatch'],
  ['Your subscription has expired', 'Account Expired'],
  ['Account is paused', 'Account Disabled'],
  ['No', 'Login failed'],
]
const endings: [string, string][] = [
  ['Please update to version 2', 'Update Required'],
  ['You are blacklisted', 'Access Blocked'],
]

const refusedWith = (answer: object) => ({ status: 403, body: JSON.stringify({ success: false, ...answer }) })

export const answers: readonly Scenario[] = [
  {
    name: 'what no server of ours answers is a connection error at the login, and no redirect is followed',
    async run(setScene) {
      const scene = await setScene()
      const actor = await scene.start()
      await withStranger(async (elsewhere) => {
        for (const [answer, text] of foreignAnswers(elsewhere)) {
          await actor.atLogin()
          scene.traffic.answerNext('login', answer)
          actor.logIn(scene.user.username, scene.user.password)
          await actor.shows(`Connection error: ${text}`)
        }
      })
      await actor.atLogin()
      expect(scene.traffic.seen('verify')).toHaveLength(0)
      expect(actor.output()).not.toContain('\u001b')
      actor.logIn(scene.user.username, scene.user.password)
      await actor.atMain()
    },
  },
  {
    name: 'what no server of ours answers ends no session',
    isLong: true,
    async run(setScene) {
      const scene = await setScene(hasty)
      const actor = await scene.logIn()
      await withStranger(async (elsewhere) => {
        const left = foreignAnswers(elsewhere).filter((_, index) => index % 2 === 0)
        const before = scene.traffic.seen('verify').length
        const count = left.length + left.length / 2
        let asked = 0
        scene.traffic.answer(({ call }) => {
          if (call !== 'verify') return undefined
          asked += 1
          // two of them in a row, then one of the server's
          return asked % 3 === 0 ? undefined : left.shift()?.[0]
        })
        await scene.traffic.sees('verify', before + count)
        expect(left).toEqual([])
      })
      await actor.status()
      for (const text of [lostText, '\u001b']) expect(actor.output()).not.toContain(text)
      expect(scene.traffic.seen('start')).toHaveLength(1)
    },
  },
  {
    name: 'without a code the words of the message decide',
    async run(setScene) {
      const scene = await setScene()
      const actor = await scene.start()
      for (const [message, caption] of wordings) {
        await actor.atLogin()
        scene.traffic.answerNext('login', refusedWith({ message }))
        actor.logIn(scene.user.username, scene.user.password)
        await actor.shows(`${caption}: ${message}\n`)
      }
    },
  },
  ...endings.map(([message, caption]) => ({
    name: `without a code "${message}" ends the program`,
    async run(setScene: Parameters<Scenario['run']>[0]) {
      const scene = await setScene()
      scene.traffic.answerNext('login', refusedWith({ message }))
      const actor = await scene.start()
      actor.logIn(scene.user.username, scene.user.password)
      await actor.acknowledge(caption)
      expect(await actor.exitCode).toBe(1)
      expect(actor.output()).toContain(`${caption}: ${message}\n`)
    },
  })),
  {
    name: 'a code decides where there is one, whatever the words are',
    async run(setScene) {
      const scene = await setScene()
      const message = 'Update your version of the contract'
      scene.traffic.answerNext('login', refusedWith({ code: 'license_expired', message }))
      const actor = await scene.start()
      actor.logIn(scene.user.username, scene.user.password)
      await actor.shows(`Account Expired: ${message}\n`)
      await actor.atLogin()
    },
  },
  {
    name: 'an expiry at the end of year 9999 reads Never',
    async run(setScene) {
      const scene = await setScene()
      const ok = (token: unknown) => ({ status: 200, body: JSON.stringify({ success: true, session_token: token }) })
      const user = { success: true, message: 'Hello', user_id: randomInt(2 ** 31 - 1), username: 'alice', email: '' }
      const actor = await scene.start()
      for (const expires_at of ['9999-12-31T23:59:00.000Z', '+010000-01-01T05:00:00.000Z', '', null]) {
        const body = `\ufeff${JSON.stringify({ ...user, expires_at, hwid_locked: null })}`
        scene.traffic.answer(({ call, body: { session_token } }) =>
          call === 'login' ? { status: 200, body } : ok(session_token),
        )
        await actor.atLogin()
        actor.logIn(scene.user.username, scene.user.password)
        await actor.shows('Email: Not provided')
        await actor.shows('Expires: Never\n')
        await actor.atMain()
        actor.logOut()
      }
    },
  },
]
