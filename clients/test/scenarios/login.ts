import { expect } from 'vitest'
import type { Scene } from '../sample-scene.ts'
import { impatientValues } from '../sample-values.ts'
import { alone, type Scenario } from './scenario.ts'

const verifyText = 'Session verification failed. Please try logging in again.'

/** A login whose session does not begin: says why, and ends what may have begun all the same. */
async function failsAndEndsItsSession(scene: Scene, why: string): Promise<void> {
  const actor = await scene.start()
  actor.logIn(scene.user.username, scene.user.password)
  await actor.shows(`Connection error: ${why}`)
  await actor.atLogin()
  const [end] = scene.traffic.seen('end')
  expect(end?.body.session_token).toBe(scene.traffic.seen('start')[0]?.body.session_token)
}

export const login: readonly Scenario[] = [
  {
    name: 'logs in, verifies, starts a session and keeps it alive',
    async run(setScene) {
      const scene = await setScene(alone)
      const actor = await scene.logIn()
      const shown = /User ID: \d+\nUsername: alice-\w+\nEmail: Not provided\nLogged in: .+\nExpires: Never\n/
      expect(actor.output()).toMatch(shown)
      await scene.traffic.sees('heartbeat', 2)
      const stats = await scene.dashboard('GET', `/api/applications/${scene.applicationId}/stats`)
      expect(stats).toMatchObject({ activeSessions: 1 })
      // a window shows it with its next look at the figures
      while (!/Heartbeats sent: [2-9]/.test(await actor.status()));
      expect(await actor.status()).toMatch(/Last verification: .+\nFailures in a row: 0\n/)

      const [verify] = scene.traffic.seen('verify')
      const [start] = scene.traffic.seen('start')
      expect(start?.body.session_token).toMatch(/^sess_[0-9a-f]{32}_\d{10}$/)
      expect(start?.body.hwid).toMatch(/^([0-9a-f]{32}|HWID-FALLBACK-.+)$/)
      expect(Object.keys(verify?.body ?? {})).toEqual(['user_id'])
      for (const { headers } of [verify, start].flatMap((request) => request ?? [])) {
        expect(headers['content-type']).toMatch(/^application\/json(; charset=utf-8)?$/)
        expect(headers).toMatchObject({
          'x-api-key': scene.stage.values.API_KEY,
          'user-agent': `keywright-${scene.stage.language.id}/1.0`,
        })
        expect(headers['accept-encoding'] ?? 'identity').toBe('identity')
      }
    },
  },
  {
    name: 'asks again without a request when a field is empty',
    async run(setScene) {
      const scene = await setScene()
      const { emptyLogin } = scene.stage.language
      const actor = await scene.start()
      await actor.atLogin()
      actor.logIn('  ', 'secret')
      await actor.shows(emptyLogin)
      actor.logIn(scene.user.username, '')
      await actor.shows(emptyLogin)
      expect(scene.traffic.seen('login')).toHaveLength(0)
    },
  },
  {
    name: "shows the server's own text for a wrong password and asks again",
    async run(setScene) {
      const scene = await setScene()
      const actor = await scene.start()
      actor.logIn(scene.user.username, 'wrong')
      await actor.shows(/Login failed: .*[Ii]nvalid.*\n/)
      await actor.atLogin()
      actor.logIn(scene.user.username, scene.user.password)
      await actor.atMain()
    },
  },
  {
    name: 'sends the password untouched and the username without outer spaces',
    async run(setScene) {
      const scene = await setScene({ password: ' "\\\'$&ä😀 ' })
      const actor = await scene.start()
      const { username, password } = scene.user
      actor.logIn(`  ${username} \t`, password)
      await actor.shows(`Username: ${username}`)
      expect(scene.traffic.seen('login')[0]?.body).toMatchObject({ username, password })
    },
  },
  {
    name: 'goes back to the login when the first verification is refused',
    async run(setScene) {
      const scene = await setScene()
      const refusal = { status: 403, body: '{"success":false,"code":"account_paused","message":"Not now"}' }
      scene.traffic.answerNext('verify', refusal)
      const actor = await scene.start()
      actor.logIn(scene.user.username, scene.user.password)
      await actor.shows(`${verifyText}\nNot now\n`)
      await actor.atLogin()
      expect(scene.traffic.seen('start')).toHaveLength(0)
      actor.logIn(scene.user.username, scene.user.password)
      await actor.atMain()
    },
  },
  {
    name: 'takes no other session than its own, and ends that one',
    async run(setScene) {
      const scene = await setScene()
      const body = '{"success":true,"message":"Session started","session_token":"sess_of_somebody_else"}'
      scene.traffic.answerNext('start', { status: 200, body })
      await failsAndEndsItsSession(scene, 'the answer is for another session.')
    },
  },
  {
    name: 'goes back to the login when the session cannot be started',
    isLong: true,
    async run(setScene) {
      const scene = await setScene({ values: impatientValues })
      const { userId, user } = scene
      const welcome = { success: true, message: 'Hello', user_id: userId, username: user.username, expires_at: null }
      scene.traffic.answer(({ call }) => {
        if (call === 'login') return { status: 200, body: JSON.stringify(welcome) }
        return call === 'start' ? 'hang' : undefined
      })
      await failsAndEndsItsSession(scene, 'no answer within 8 seconds')
    },
  },
]
