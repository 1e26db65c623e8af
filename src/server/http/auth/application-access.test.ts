import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestAccount } from '../../../../test/harness/create-test-app.ts'
import { useAccounts, useTestApp } from '../../../../test/harness/use-suite.ts'
import { activityRoutes } from '../../../shared/contract/activity.ts'
import { appUserRoutes } from '../../../shared/contract/app-users.ts'
import { applicationRoutes } from '../../../shared/contract/applications.ts'
import { blacklistRoutes } from '../../../shared/contract/blacklist.ts'
import { deviceRoutes } from '../../../shared/contract/devices.ts'
import { licensePresetRoutes } from '../../../shared/contract/license-presets.ts'
import { licenseRoutes } from '../../../shared/contract/licenses.ts'
import { permissions, type Role } from '../../../shared/permissions.ts'
import { tokenActions } from '../../../shared/token-actions.ts'
import { findApplication, maySee, maySeeApplication } from './application-access.ts'
import type { Caller } from './authenticate.ts'

/** A valid body for each route; a route of the contract that is missing here fails the test. */
const bodies: Readonly<Record<string, object>> = {
  'POST /api/applications': { name: 'Other' },
  'PATCH /api/applications/:id': { name: 'Taken over', hwidLockEnabled: false },
  'POST /api/applications/:id/users': { username: 'intruder', password: 'long enough' },
  'PUT /api/applications/:id/users/:userId': { isActive: false, username: 'renamed' },
  'POST /api/applications/:id/users/:userId/ban': { reason: 'because' },
  'POST /api/applications/:id/licenses': { maxUsers: 5 },
  'POST /api/applications/:id/licenses/generate': { maxUsers: 5 },
  'POST /api/applications/:id/licenses/batch': { count: 2 },
  'PATCH /api/applications/:id/licenses/:licenseId': { maxUsers: 100 },
  'POST /api/applications/:id/licenses/:licenseId/pause': { reason: 'because' },
  'POST /api/applications/:id/licenses/:licenseId/unpause': { giveBack: true },
  'POST /api/applications/:id/licenses/:licenseId/ban': { reason: 'because' },
  'PATCH /api/applications/:id/users/:userId/devices/:deviceId': { name: 'Mine' },
  'POST /api/applications/:id/presets': { name: 'Mine' },
  'PATCH /api/applications/:id/presets/:presetId': { maxUsers: 100 },
  'POST /api/blacklist': { type: 'username', value: 'someone' },
  'POST /api/blacklist/import': { type: 'username', text: 'someone' },
}

/** Required query parameters of a route. */
const queries: Readonly<Record<string, string>> = {
  'GET /api/applications/:id/licenses/mask': '?mask=KW-****-****-****',
}

const routes = {
  ...applicationRoutes,
  ...appUserRoutes,
  ...deviceRoutes,
  ...licenseRoutes,
  ...licensePresetRoutes,
  ...blacklistRoutes,
  ...activityRoutes,
}
const keys = Object.keys(routes)
const inApplication = keys.filter((key) => key.includes('/applications/:id'))

interface Ids {
  readonly id: number
  readonly userId: number
  readonly licenseId: number
  readonly presetId: number
  readonly deviceId: 'first'
}

describe('an application of another account', () => {
  const test = useTestApp()
  const { maker, stranger, viewer } = useAccounts(test, { maker: 'user', stranger: 'user', viewer: 'staff' })
  let theirs: Ids
  let own: Ids
  const missing = {
    id: 999_999,
    userId: 2 ** 31 - 1,
    licenseId: 999_999,
    presetId: 999_999,
    deviceId: 'first',
  } as const

  const furnish = async (account: TestAccount): Promise<Ids> => {
    const { id } = (await account.api<{ id: number }>('POST', '/api/applications', { name: 'Demo' })).body
    const user = { username: 'ada', password: 'long enough', hwid: 'PC-1' }
    const users = await account.api<{ id: number }>('POST', `/api/applications/${id}/users`, user)
    const licenses = await account.api<{ id: number }>('POST', `/api/applications/${id}/licenses`, {})
    const presets = await account.api<{ id: number }>('POST', `/api/applications/${id}/presets`, { name: 'Pro' })
    return { id, userId: users.body.id, licenseId: licenses.body.id, presetId: presets.body.id, deviceId: 'first' }
  }
  const ask = async (account: TestAccount, key: string, ids: Ids) => {
    const [method = '', path = ''] = key.split(' ')
    const filled = path.replace(/:(\w+)/g, (_, name: keyof Ids) => String(ids[name]))
    const { status, text } = await account.api(method, filled + (queries[key] ?? ''), bodies[key])
    return { status, text: text.replace(/"requestId":"[^"]+"/, '') }
  }
  const everything = async () => {
    const [users, licenses, devices, presets] = await Promise.all([
      test.stores.appUsers.list(theirs.id, {}, 'id:asc', undefined, 100),
      test.stores.licenses.list(theirs.id, {}, 'id:asc', undefined, 100),
      test.stores.devices.list(theirs.id, theirs.userId),
      test.stores.licensePresets.list(theirs.id, 100),
    ])
    return { application: await test.stores.applications.find(theirs.id), users, licenses, devices, presets }
  }

  beforeAll(async () => {
    theirs = await furnish(maker)
    own = await furnish(stranger)
  })

  it('has a body at hand for each route that takes one', () => {
    const withBody = Object.entries(routes).filter(([, route]) => 'body' in route)
    expect(Object.keys(bodies).sort()).toEqual(withBody.map(([key]) => key).sort())
  })

  for (const key of inApplication) {
    it(`answers ${key} letter by letter like a missing one`, async () => {
      const before = await everything()
      const answers = await Promise.all([theirs, missing].map((ids) => ask(stranger, key, ids)))
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]?.status).toBe(404)
      expect(await everything()).toEqual(before)
    })
  }

  for (const key of inApplication.filter((route) => /:(userId|licenseId|presetId)/.test(route))) {
    it(`answers ${key} in the own application with a foreign id like with a missing one`, async () => {
      const before = await everything()
      const foreign = await ask(stranger, key, { ...theirs, id: own.id })
      expect(foreign).toEqual(await ask(stranger, key, { ...missing, id: own.id }))
      expect(foreign.status).toBe(404)
      expect(await everything()).toEqual(before)
    })
  }

  it('is readable with view_all_data and not to be changed with it', async () => {
    const before = await everything()
    for (const key of inApplication) {
      const { status, text } = await ask(viewer, key, theirs)
      if (key.startsWith('GET ')) expect([key, status]).toEqual([key, 200])
      else {
        const permission = key === 'DELETE /api/applications/:id' ? 'delete_applications' : 'manage_applications'
        expect([key, status]).toEqual([key, 403])
        expect(text).toContain(`You need the permission ${permission} for this.`)
        expect((await ask(viewer, key, missing)).status).toBe(404)
      }
    }
    expect(await everything()).toEqual(before)
  })

  it('may be changed with manage_applications and deleted with delete_applications', async () => {
    const admin = await test.account('admin')
    const { id } = await furnish(maker)
    expect((await admin.api('PATCH', `/api/applications/${id}`, { name: 'By the admin' })).status).toBe(200)
    expect((await admin.api('DELETE', `/api/applications/${id}`)).status).toBe(200)
    expect((await maker.api('GET', `/api/applications/${id}`)).status).toBe(404)
  })

  for (const key of Object.keys(bodies)) {
    it(`refuses ${key} with a field that the contract does not know, and names it`, async () => {
      const [method = '', path = ''] = key.split(' ')
      const filled = path.replace(/:(\w+)/g, (_, name: keyof Ids) => String(theirs[name]))
      const before = await everything()
      const { status, body } = await maker.api(method, filled, { ...bodies[key], ownerId: stranger.id })
      expect(status).toBe(400)
      expect(body).toMatchObject({ code: 'invalid_request', fields: { ownerId: expect.any(String) } })
      expect(await everything()).toEqual(before)
    })
  }

  it('asks for a session before it looks at anything else', async () => {
    for (const key of keys) {
      const [method = '', path = ''] = key.split(' ')
      const { status, body } = await test.call(method, path.replace(/:\w+/g, 'x'), { body: { nonsense: 1 } })
      expect({ key, status, body }).toMatchObject({ key, status: 401, body: { code: 'not_signed_in' } })
    }
  })

  it('takes nothing for an id that is none', async () => {
    for (const id of ['0', '-1', '1e3', '1;', '%00', '9007199254740993', 'x', '1.0', '01']) {
      const { status } = await maker.api('GET', `/api/applications/${id}`)
      expect([id, status]).toEqual([id, 400])
    }
    expect((await maker.api('GET', `/api/applications/${2 ** 31}`)).status).toBe(404)
  })
})

describe('a management token for some applications', () => {
  it('reaches those alone, whatever its account may do, and one for all reaches every one', async () => {
    const test = await createTestApp()
    onTestFinished(() => test.close())
    const maker = await test.account('owner')
    const make = async (name: string) =>
      (await maker.api<{ id: number }>('POST', '/api/applications', { name })).body.id
    const [named, other] = [await make('Named'), await make('Other')]
    const caller = (role: Role, applicationIds: readonly number[] | null): Caller => ({
      ...{ accountId: maker.id, email: maker.email, role, permissions, accessVersion: 0, sessionHash: '' },
      token: { id: 1, name: 'shop', hash: '', applicationIds, actions: tokenActions },
    })
    const reach = async (by: Caller, id: number) => {
      const application = { id, ownerId: maker.id, memberRole: null }
      const found = await Promise.all(
        (['look', 'manage', 'delete'] as const).map((access) =>
          findApplication(test.stores, by, id, access).then(
            (each) => each.id === id,
            () => false,
          ),
        ),
      )
      return [
        ...found,
        maySeeApplication(by, application),
        maySee(by, application, 'licenseKey'),
        maySee(by, application, 'apiKey'),
      ]
    }
    // No token deletes an application.
    const all = [true, true, false, true, true, true]
    const none = Array(6).fill(false)
    for (const role of ['owner', 'user'] as const) {
      const narrow = caller(role, [named])
      expect(await reach(narrow, named)).toEqual(all)
      expect(await reach(narrow, other)).toEqual(none)
      expect(await reach(caller(role, null), other)).toEqual(all)
      expect(await reach(caller(role, []), named)).toEqual(none)
    }
  })
})
