import { hashToken, randomToken } from '../../src/server/lib/tokens.ts'
import type { Permission, Role } from '../../src/shared/permissions.ts'
import type { TestAccount, TestApp } from '../create-test-app.ts'

let made = 0

/** An account that nobody can sign in to, with a session of its own: no password is hashed for it. */
export async function signedInAccount(
  test: TestApp,
  role: Role = 'user',
  permissions: readonly Permission[] = [],
): Promise<TestAccount> {
  made += 1
  const email = `person${made}@example.com`
  const at = test.clock.now()
  const id = await test.stores.transaction((tx) =>
    tx.accounts.insert({ email, passwordHash: '', role, permissions, at }),
  )
  const cookie = await startDashboardSession(test, id)
  const api: TestAccount['api'] = (method, path, body) =>
    test.call(method, path, { ...(body !== undefined && { body }), headers: { cookie } })
  return { id, email, cookie, api }
}

/** The cookie of a new session of the account. */
export async function startDashboardSession(test: TestApp, accountId: number): Promise<string> {
  const token = randomToken()
  const session = { accountId, createdAt: test.clock.now(), ipAddress: '127.0.0.1', userAgent: 'a test' }
  await test.stores.transaction((tx) => tx.sessions.insert({ ...session, tokenHash: hashToken(token) }))
  return `sid=${token}`
}
