import type { Database } from '../../src/server/db/open.ts'
import { openSecrets } from '../../src/server/lib/secrets.ts'
import type { NewActivity } from '../../src/server/store/activity/new-activity.ts'
import { applicationDefaults } from '../../src/server/store/applications/application-defaults.ts'
import type { ApplicationSettings } from '../../src/server/store/applications/applications.ts'
import { openStores, type Stores } from '../../src/server/store/index.ts'
import type { NewLicense } from '../../src/server/store/licenses/licenses.ts'
import type { NewAppUser } from '../../src/server/store/users/app-users.ts'

export const testNow = new Date('2026-03-01T12:00:00.000Z')

export const testApplication: ApplicationSettings = { ...applicationDefaults, name: 'Demo' }

export const testUser: NewAppUser = {
  username: 'Ada',
  email: null,
  passwordHash: 'hash',
  hwid: null,
  isHwidLocked: true,
  expiresAt: null,
  licenseId: null,
  createdAt: testNow,
}

export const testLicense: NewLicense = {
  licenseKey: 'KW-AAAAA-BBBBB-CCCCC-DDDDD',
  maxUsers: 1,
  validityDays: 30,
  validityStart: 'creation',
  description: '',
  isActive: true,
  expiresAt: new Date('2026-03-31T12:00:00.000Z'),
  createdAt: testNow,
}

/** A row of activity: a login that passed. */
export const testActivity: Omit<NewActivity, 'applicationId'> = {
  event: 'user_login',
  success: true,
  code: 'login_successful',
  userId: 7,
  username: 'Ada',
  ipAddress: '192.0.2.1',
  userAgent: 'demo/1.0',
  count: 1,
  at: testNow,
}

/** The stores on a test database, with some rows. Each change is its own transaction. */
export interface TestStores {
  readonly stores: Stores
  readonly database: Database
  owner(): Promise<number>
  application(ownerId: number, settings?: Partial<ApplicationSettings>): Promise<number>
  user(applicationId: number, user?: Partial<NewAppUser>): Promise<number>
  license(applicationId: number, license?: Partial<NewLicense>): Promise<number>
}

/** The same with two applications of one owner. */
export async function testStoresOfTwo(database: Database) {
  const test = testStores(database)
  const ownerId = await test.owner()
  return { ...test, ownerId, own: await test.application(ownerId), other: await test.application(ownerId) }
}

export function testStores(database: Database): TestStores {
  const stores = openStores(database, openSecrets('', { masterKey: 'a master key of the tests, long enough' }))
  let made = 0
  const next = () => {
    made += 1
    return made
  }
  return {
    stores,
    database,
    owner: () => {
      const email = `owner${next()}@example.com`
      const account = { email, passwordHash: 'hash', role: 'user', permissions: [], at: testNow } as const
      return stores.transaction((tx) => tx.accounts.insert(account))
    },
    application: (ownerId, settings) =>
      stores.transaction(async (tx) => {
        const { id } = await tx.applications.insert(ownerId, { ...testApplication, ...settings }, testNow)
        return id
      }),
    user: (applicationId, user) => {
      const username = `user${next()}`
      return stores.transaction((tx) => tx.appUsers.insert(applicationId, { ...testUser, username, ...user }))
    },
    license: (applicationId, license) => {
      const licenseKey = `KEY-${next()}`
      return stores.transaction(async (tx) => {
        const { id } = await tx.licenses.insert(applicationId, { ...testLicense, licenseKey, ...license })
        return id
      })
    },
  }
}
