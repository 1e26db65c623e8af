import { expect } from 'vitest'
import type { ForeignAnswer } from '../recording-proxy.ts'
import type { Scene } from '../sample-scene.ts'
import { lostText, type Scenario } from './scenario.ts'

const unverified = "Connection error: the server's answer could not be verified."
const signed = { isSigned: true } as const

type Answer = Extract<ForeignAnswer, object>

const withHeader = (answer: Answer, name: string, change: (value: string) => string): Answer => ({
  ...answer,
  headers: { ...answer.headers, [name]: change(answer.headers?.[name] ?? '') },
})
const flipped = (text: string, at: number) => {
  const bytes = Buffer.from(text)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  return bytes.toString()
}

/** What a man in the middle may do to a signed success. */
const forgeries: ((answer: Answer) => Answer)[] = [
  (answer) => ({ ...answer, headers: {} }),
  (answer) => ({ ...answer, status: 201 }),
  (answer) => ({ ...answer, body: `${answer.body} ` }),
  (answer) => ({ ...answer, body: String(answer.body).replace('"hwid_locked":', '"admin":true,"hwid_locked":') }),
  (answer) => withHeader(answer, 'signature', (value) => flipped(value, 100)),
  (answer) => withHeader(answer, 'signature-input', (value) => value.replace(/nonce="./, 'nonce="-')),
  (answer) => withHeader(answer, 'signature-input', (value) => value.replace('rsa-v1_5-sha256', 'none')),
]

async function logsIn(scene: Scene, actor: Awaited<ReturnType<Scene['start']>>): Promise<void> {
  await actor.atLogin()
  actor.logIn(scene.user.username, scene.user.password)
}

export const signedAnswers: readonly Scenario[] = [
  {
    name: 'asks for signatures where answers count, with a fresh nonce for each',
    async run(setScene) {
      const scene = await setScene(signed)
      await scene.logIn()
      await scene.traffic.sees('verify', 3)
      await scene.traffic.sees('heartbeat')
      const calls = ['login', 'verify', 'start'] as const
      const nonces = calls.flatMap((call) => scene.traffic.seen(call).map(({ headers }) => headers['x-nonce']))
      for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f]{32}$/)
      expect(new Set(nonces).size).toBe(nonces.length)
      expect(scene.traffic.seen('heartbeat')[0]?.headers).not.toHaveProperty('x-nonce')
    },
  },
  {
    name: 'shows a refusal that is signed as ever, and a wrong API key, which nobody signs, too',
    async run(setScene) {
      const scene = await setScene(signed)
      const actor = await scene.start()
      actor.logIn(scene.user.username, 'a wrong password')
      await actor.shows('Login failed: Invalid username or password.')
      const body = '{"success":false,"code":"invalid_api_key","message":"Invalid API key"}'
      scene.traffic.answerNext('login', { status: 401, body })
      await logsIn(scene, actor)
      await actor.shows('Login failed: Invalid API key')
    },
  },
  {
    name: 'logs nobody in with a success that is forged, replayed or not signed',
    async run(setScene) {
      const scene = await setScene(signed)
      const actor = await scene.start()
      let recorded: Answer | undefined
      for (const forge of forgeries) {
        scene.traffic.change((answer) => {
          recorded ??= answer
          return forge(answer)
        })
        await logsIn(scene, actor)
        await actor.shows(`${unverified}\n`)
      }
      scene.traffic.change((answer) => recorded ?? answer)
      await logsIn(scene, actor)
      await actor.shows(`${unverified}\n`)
      expect(scene.traffic.seen('verify')).toHaveLength(0)
      scene.traffic.change((answer) => answer)
      await logsIn(scene, actor)
      await actor.atMain()
    },
  },
  {
    name: 'ends no session early by a refusal that somebody else made up',
    async run(setScene) {
      const scene = await setScene(signed)
      const actor = await scene.logIn()
      const body = '{"success":false,"code":"account_banned","message":"Out"}'
      const forged = new Set(['verify', 'heartbeat'])
      scene.traffic.answer(({ call }) => (forged.has(call) ? { status: 403, body } : undefined))
      await scene.traffic.sees('verify', 4)
      expect(await actor.status()).toContain('Failures in a row: 0\n')
    },
  },
  {
    name: 'an offline lease carries a session through an outage of many periods, and a ban ends it afterwards',
    isLong: true,
    async run(setScene) {
      const scene = await setScene(signed)
      const actor = await scene.logIn()
      await scene.traffic.sees('verify', 2)
      const silentFromMs = performance.now()
      scene.traffic.answer(() => ({ status: 503, body: '' }))
      // five periods of a second
      for (let atMs = 0; atMs < silentFromMs + 5000; ) {
        atMs = (await scene.traffic.sees('verify', scene.traffic.seen('verify').length + 1)).atMs
      }
      expect(await actor.status()).toContain('Failures in a row: 0\n')
      await scene.setUser('ban')
      scene.traffic.answer(() => undefined)
      await actor.shows(`${lostText}\n`)
    },
  },
]
