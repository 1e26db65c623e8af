import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Role } from '../../src/shared/permissions.ts'
import { createTestApp, type TestAccount, type TestApp, type TestAppOptions } from './create-test-app.ts'
import type { OpenTestDatabase } from './databases.ts'
import { createSeededApp, type SeededApp } from './seeded-app.ts'
import { type TestStores, testStores } from './test-stores.ts'
import { openSuite, type Suite } from './world.ts'

/**
 * What a suite opens before its tests and closes after them. The object is given at once; its fields are there from
 * the suite's own `beforeAll` on. `const suite = useOpened(openLimitSuite, (suite) => suite.close())`
 */
export function useOpened<T extends object>(open: () => Promise<T>, close: (opened: T) => Promise<void>): T {
  const opened = {} as T
  let isOpen = false
  beforeAll(async () => {
    Object.assign(opened, await open())
    isOpen = true
  })
  afterAll(async () => {
    if (isOpen) await close(opened)
  })
  return opened
}

export interface SuiteAppOptions extends Omit<TestAppOptions, 'database'> {
  /** The database that `describeOnBothDatabases` gives; without it SQLite in memory. */
  readonly open?: OpenTestDatabase
}

/** The shipped app for the tests of a suite. `const it = useTestApp({ open })` */
export function useTestApp(options: SuiteAppOptions = {}): TestApp {
  return useOpened(
    () => openApp(options),
    (app) => app.close(),
  )
}

/** The same, opened anew for each test. */
export function useTestAppOfEach(options: SuiteAppOptions = {}): TestApp {
  const app = {} as TestApp
  beforeEach(async () => {
    Object.assign(app, await openApp(options))
  })
  afterEach(() => app.close())
  return app
}

/** The shipped app with a developer, an application and its client, for the tests of a suite. */
export function useSeededApp(): SeededApp {
  return useOpened(createSeededApp, (app) => app.close())
}

/** The shipped app with its real limits and one signed-in developer, for the tests of a suite. */
export function useSuite(open: OpenTestDatabase, env: Readonly<Record<string, string>> = {}): Suite {
  return useOpened(
    async () => openSuite(await open(), env),
    ({ test }) => test.close(),
  )
}

/**
 * New dashboard users of a suite, by name. `const { maker, viewer } = useAccounts(test, { maker: 'user', viewer: 'staff' })`
 */
export function useAccounts<Name extends string>(
  test: TestApp,
  roles: Readonly<Record<Name, Role>>,
): Readonly<Record<Name, TestAccount>> {
  const names = Object.keys(roles) as Name[]
  const accounts = Object.fromEntries(names.map((name) => [name, {}])) as Record<Name, TestAccount>
  beforeAll(async () => {
    for (const name of names) Object.assign(accounts[name], await test.account(roles[name]))
  })
  return accounts
}

/** The stores on a database of the suite. */
export function useTestStores(open: OpenTestDatabase): TestStores {
  return useOpened(
    async () => testStores(await open()),
    async () => {},
  )
}

async function openApp({ open, ...options }: SuiteAppOptions): Promise<TestApp> {
  return createTestApp({ ...options, ...(open && { database: await open() }) })
}
