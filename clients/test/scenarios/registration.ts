import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Scenario } from './scenario.ts'

const requiredText = 'Please fill in all required fields (Username, Password, License Key)'

export const registration: readonly Scenario[] = [
  {
    name: 'registers with a license, keeps the username and goes on to the password',
    async run(setScene) {
      const scene = await setScene()
      const { password } = scene.user
      const path = `/api/applications/${scene.applicationId}/licenses`
      const license = await scene.dashboard<{ licenseKey: string }>('POST', path, { maxUsers: 1, validityDays: 30 })
      const username = `bob-${randomUUID()}`
      scene.traffic.alsoKnownAs(username)
      const actor = await scene.start({ args: ['register'] })
      actor.register({ username, password, email: 'bob@example.com', licenseKey: ` ${license.licenseKey} ` })
      await actor.shows('User registered successfully')
      actor.enterPassword(password)
      await actor.shows(`Username: ${username}\nEmail: bob@example.com`)
      await actor.atMain()
      expect(scene.traffic.seen('register')[0]?.body).toMatchObject({ username, license_key: license.licenseKey })
      const users = await scene.dashboard<unknown[]>('GET', `/api/applications/${scene.applicationId}/users?q=bob-`)
      expect(users).toMatchObject([{ username, email: 'bob@example.com' }])
    },
  },
  {
    name: 'asks again, first without a request when a field is empty, then after a refusal',
    async run(setScene) {
      const scene = await setScene()
      const { password } = scene.user
      const username = `carol-${randomUUID()}`
      scene.traffic.alsoKnownAs(username)
      const actor = await scene.start({ args: ['register'] })
      actor.register({ username, password, email: '', licenseKey: '' })
      await actor.shows(requiredText)
      expect(scene.traffic.seen('register')).toHaveLength(0)
      actor.register({ username, password, email: '', licenseKey: 'no-such-license' })
      await actor.shows(/Registration failed: .+\n/)
      await actor.atLogin()
      expect(scene.traffic.seen('register')[0]?.body).not.toHaveProperty('email')
    },
  },
]
