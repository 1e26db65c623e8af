import { hostname } from 'node:os'
import { expect } from 'vitest'
import type { Actor, Scene } from '../sample-scene.ts'
import type { Scenario } from './scenario.ts'

const signed = { isSigned: true } as const

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Makes one call of the sample's client and returns its code, and the days that a key gave. */
async function call(actor: Actor, name: string, ...words: readonly string[]): Promise<string> {
  actor.type([name, ...words.map(base64)].join(' '))
  return (await actor.shows(/\w+ -?\d+\n/)).trim()
}

/** As JSON; null: not bought. */
async function feature(actor: Actor, name: string): Promise<unknown> {
  actor.type(`feature ${base64(name)}`)
  return JSON.parse(await actor.shows(/.+\n/))
}

const bought = { export: true, projects: 10, edition: 'pro', beta: false }

async function sell(scene: Scene, more: object = {}): Promise<string> {
  const path = `/api/applications/${scene.applicationId}/licenses`
  const { licenseKey } = await scene.dashboard<{ licenseKey: string }>('POST', path, {
    maxUsers: 1,
    validityDays: 30,
    validityStart: 'first_use',
    ...more,
  })
  scene.traffic.alsoKnownAs(licenseKey)
  return licenseKey
}

/** A key that no application has; its own, since the programs of one language share a proxy. */
const unknownTo = (scene: Scene) => `no key of ${scene.user.username}`

const takeKeys = (scene: Scene, licenseLogin: boolean) =>
  scene.dashboard('PATCH', `/api/applications/${scene.applicationId}`, { licenseLogin })

/** For the languages whose driver makes calls. */
export const licenseKeys: readonly Scenario[] = [
  {
    name: 'signs in with a key alone where the application takes keys, and keeps the session alive',
    async run(setScene) {
      const scene = await setScene({ hasOwnApplication: true })
      const key = await sell(scene)
      const actor = await scene.start({ args: ['calls'] })
      expect(await call(actor, 'license', key)).toBe('license_login_closed 0')
      await takeKeys(scene, true)
      scene.traffic.alsoKnownAs(unknownTo(scene))
      expect(await call(actor, 'license', unknownTo(scene))).toBe('license_not_found 0')
      // the second time the license has its holder
      for (const typed of [` ${key.toLowerCase()} `, key]) {
        expect(await call(actor, 'license', typed)).toBe('login_successful 0')
        expect(await call(actor, 'verify')).toBe('user_verified 0')
        expect(await call(actor, 'start')).toBe('session_started 0')
        expect(await call(actor, 'heartbeat')).toBe('session_alive 0')
        actor.type('end')
      }
      expect(await call(actor, 'heartbeat')).not.toMatch(/session_alive/)
      expect(scene.traffic.seen('end')).toHaveLength(2)
      const [first] = scene.traffic.seen('license')
      expect(first?.body).toMatchObject({ version: '1.0', device_name: hostname().slice(0, 64) })
      expect(first?.body).not.toHaveProperty('username')
    },
  },
  {
    name: 'knows what was bought from signed answers, until somebody else logs in',
    async run(setScene) {
      const scene = await setScene(signed)
      const key = await sell(scene, { features: bought })
      await takeKeys(scene, true)
      const actor = await scene.start({ args: ['calls'] })
      expect(await feature(actor, 'export')).toBeNull()
      expect(await call(actor, 'license', key)).toBe('login_successful 0')
      for (const [name, value] of Object.entries(bought)) expect(await feature(actor, name), name).toBe(value)
      for (const name of ['constructor', 'Export', '']) expect(await feature(actor, name), name).toBeNull()
      expect(await call(actor, 'verify')).toBe('user_verified 0')
      expect(await feature(actor, 'export'), 'an answer without features takes none away').toBe(true)
      expect(await call(actor, 'login', scene.user.username, 'wrong')).toMatch(/^invalid_credentials/)
      expect(await feature(actor, 'export')).toBe(true)
      expect(await call(actor, 'login', scene.user.username, scene.user.password)).toBe('login_successful 0')
      expect(await feature(actor, 'export')).toBeNull()
      expect(scene.traffic.seen('login').at(-1)?.body).toMatchObject({ device_name: hostname().slice(0, 64) })
    },
  },
  {
    name: 'believes no feature while it pins no key',
    async run(setScene) {
      const scene = await setScene()
      const actor = await scene.start({ args: ['calls'] })
      scene.traffic.change((answer, request) => {
        if (request.call !== 'login') return answer
        const body = JSON.stringify({ ...JSON.parse(String(answer.body)), features: bought })
        return { ...answer, body }
      })
      expect(await call(actor, 'login', scene.user.username, scene.user.password)).toBe('login_successful 0')
      expect(await feature(actor, 'export')).toBeNull()
    },
  },
  {
    name: 'redeems a key in a session and, after the access has ended, by name and password',
    async run(setScene) {
      const scene = await setScene(signed)
      const { username, password } = scene.user
      const keys = [await sell(scene, { features: bought }), await sell(scene)] as const
      const path = `/api/applications/${scene.applicationId}/users/${scene.userId}`
      const soon = new Date(Date.now() + 86_400_000).toISOString()
      await scene.dashboard('PUT', path, { expiresAt: soon }) // whoever never expires cannot be given time
      const actor = await scene.start({ args: ['calls'] })
      expect(await call(actor, 'login', username, password)).toBe('login_successful 0')
      expect(await call(actor, 'start')).toBe('session_started 0')
      expect(await call(actor, 'redeem', unknownTo(scene))).toBe('license_not_found 0')
      expect(await feature(actor, 'export')).toBeNull()
      expect(await call(actor, 'redeem', ` ${keys[0]} `)).toBe('license_redeemed 30')
      expect(await feature(actor, 'export')).toBe(true)
      expect(await call(actor, 'heartbeat')).toBe('session_alive 0')
      expect(scene.traffic.seen('redeem').at(-1)?.body).not.toHaveProperty('password')

      await scene.dashboard('PUT', path, { expiresAt: '2020-01-01T00:00:00.000Z' })
      expect(await call(actor, 'login', username, password)).toBe('account_expired 0')
      expect(await call(actor, 'redeem', keys[1], username, 'wrong')).toMatch(/^invalid_credentials/)
      expect(await call(actor, 'redeem', keys[1], ` ${username} `, password)).toBe('license_redeemed 30')
      expect(await call(actor, 'login', username, password)).toBe('login_successful 0')
    },
  },
  {
    name: 'switches on the function that was bought, and none that was not',
    async run(setScene) {
      const scene = await setScene(signed)
      const actor = await scene.logIn()
      expect(actor.output()).not.toContain('Export')
      actor.logOut()
      await actor.atLogin()
      const path = `/api/applications/${scene.applicationId}/users/${scene.userId}`
      await scene.dashboard('PUT', path, { features: bought })
      actor.logIn(scene.user.username, scene.user.password)
      await actor.shows('Export: switched on')
      await actor.atMain()
    },
  },
]
