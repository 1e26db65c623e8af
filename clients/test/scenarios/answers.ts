import { randomInt } from 'node:crypto'
import { expect } from 'vitest'
import type { Scenario } from './scenario.ts'

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
