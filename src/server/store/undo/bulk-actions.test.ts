import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'
import { neverExpires } from '../../../shared/constants.ts'
import { type BulkLicenseAction, type BulkUserAction, licenseChange, userChange } from './bulk-actions.ts'

type UserAction = Exclude<BulkUserAction, { type: 'delete' }>
type LicenseAction = Exclude<BulkLicenseAction, { type: 'delete' }>

const dayMs = 86_400_000
const days = (count: number) => new Date(testNow.getTime() + count * dayMs)
const never = new Date(neverExpires)

/** What each action makes of the one user, and what it leaves alone: a user that has it already. */
const userActions: [UserAction, object, object][] = [
  [{ type: 'pause' }, { isPaused: false }, { isPaused: true }],
  [{ type: 'resume' }, { isPaused: true }, { isPaused: false }],
  [{ type: 'ban', reason: 'cheats' }, { isBanned: false }, { isBanned: true, banReason: 'cheats' }],
  [{ type: 'ban', reason: '' }, { isBanned: false }, { isBanned: true, banReason: null }],
  [{ type: 'unban' }, { isBanned: true, banReason: 'cheats' }, { isBanned: false, banReason: null }],
  [{ type: 'activate' }, { isActive: false }, { isActive: true }],
  [{ type: 'deactivate' }, { isActive: true }, { isActive: false }],
  [{ type: 'set_expiry', expiresAt: days(3) }, { expiresAt: null }, { expiresAt: days(3) }],
  [{ type: 'set_expiry', expiresAt: null }, { expiresAt: days(3) }, { expiresAt: null }],
]

const licenseActions: [LicenseAction, object, object][] = [
  [{ type: 'activate' }, { isActive: false }, { isActive: true }],
  [{ type: 'deactivate' }, { isActive: true }, { isActive: false }],
  [{ type: 'set_description', description: 'Spring' }, { description: 'Fall' }, { description: 'Spring' }],
  [{ type: 'set_expiry', expiresAt: days(3) }, { expiresAt: days(1) }, { expiresAt: days(3) }],
]

/** Expiries before and after seven more or fewer days; undefined: unchanged. */
const shifts: [Parameters<typeof userChange>[0] & { type: 'add_days' }, Date | null, Date | undefined][] = [
  [{ type: 'add_days', days: 7 }, days(2), days(9)],
  [{ type: 'add_days', days: 7 }, days(-2), days(7)],
  [{ type: 'add_days', days: 7, expired: 'from_now' }, days(-2), days(7)],
  [{ type: 'add_days', days: 7, expired: 'skip' }, days(-2), undefined],
  [{ type: 'add_days', days: 7, expired: 'skip' }, testNow, undefined],
  [{ type: 'add_days', days: 7, expired: 'skip' }, days(2), days(9)],
  [{ type: 'add_days', days: -7 }, days(2), days(-5)],
  [{ type: 'add_days', days: -7 }, days(-2), days(-9)],
  [{ type: 'add_days', days: -36_500 }, days(2), new Date(0)],
  [{ type: 'add_days', days: 36_500 }, new Date('9998-12-31T00:00:00.000Z'), never],
  [{ type: 'add_days', days: 7 }, never, undefined],
  [{ type: 'add_days', days: 7 }, null, undefined],
]

interface Outcome {
  readonly ids: readonly number[]
  readonly changed: readonly { readonly rowId: number }[]
  readonly found: readonly unknown[]
}

/** The second one had it already. */
function expectFirstChanged(action: string, { ids, changed, found }: Outcome, after: object): void {
  expect(
    changed.map(({ rowId }) => rowId),
    action,
  ).toEqual(ids.slice(0, 1))
  for (const row of found) expect(row, action).toMatchObject(after)
}

describeOnBothDatabases('an action on many rows', (open) => {
  it('gives users what it says, and counts those that have it already as unchanged', async () => {
    const { stores, owner, application, user } = testStores(await open())
    const applicationId = await application(await owner())
    for (const [action, before, after] of userActions) {
      const ids = [await user(applicationId), await user(applicationId)]
      const states = [before, after]
      for (const [place, id] of ids.entries()) {
        await stores.transaction((tx) => tx.appUsers.update(applicationId, id, states[place] ?? {}))
      }
      const change = userChange(action, testNow)
      const { changed } = await stores.transaction((tx) => tx.bulkUsers.change(applicationId, ids, undefined, change))
      const found = await Promise.all(ids.map((id) => stores.appUsers.inspect(applicationId, id)))
      expectFirstChanged(action.type, { ids, changed, found }, after)
    }
  })

  it('gives licenses what it says, and counts those that have it already as unchanged', async () => {
    const { stores, owner, application, license } = testStores(await open())
    const applicationId = await application(await owner())
    for (const [action, before, after] of licenseActions) {
      const ids = [await license(applicationId, before), await license(applicationId, after)]
      const change = licenseChange(action, testNow)
      const { changed } = await stores.transaction((tx) =>
        tx.bulkLicenses.change(applicationId, ids, undefined, change),
      )
      const found = await Promise.all(ids.map((id) => stores.licenses.find(applicationId, id)))
      expectFirstChanged(action.type, { ids, changed, found }, after)
    }
  })

  it('moves expiries by days: of expired ones from now on, and none that never comes', async () => {
    const { stores, owner, application, user, license } = testStores(await open())
    const applicationId = await application(await owner())
    for (const [action, before, after] of shifts) {
      const name = `${JSON.stringify(action)} ${before?.toISOString()}`
      const userId = await user(applicationId, { expiresAt: before })
      const licenseId = await license(applicationId, { expiresAt: before })
      const { changed } = await stores.transaction((tx) =>
        tx.bulkUsers.change(applicationId, [userId], undefined, userChange(action, testNow)),
      )
      await stores.transaction((tx) =>
        tx.bulkLicenses.change(applicationId, [licenseId], undefined, licenseChange(action, testNow)),
      )
      const expected = after ?? before
      expect(changed, name).toHaveLength(after ? 1 : 0)
      expect((await stores.appUsers.find(applicationId, userId))?.expiresAt, name).toEqual(expected)
      expect((await stores.licenses.find(applicationId, licenseId))?.expiresAt, name).toEqual(expected)
    }
  })
})
