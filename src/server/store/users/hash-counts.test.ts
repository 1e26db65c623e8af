import { expect, it, onTestFinished } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testStores } from '../../../../test/harness/test-stores.ts'
import { createWorld, openSuite, password } from '../../../../test/harness/world.ts'
import type { Database } from '../../db/open.ts'
import { kindOf, ownKind } from '../../lib/passwords/password-hash.ts'

/** "a password of the tests", hashed by another product. */
const bcrypt = '$2b$04$MnsA212.1ULm72ywXxEJRuKykjBT9sGU3pG6cU6/zMtXyXdC65HJC'

/** A hash of the current kind. */
const ours = `$${ownKind.replace(' ', '$v=19$')}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** The kinds of the stored hashes, counted one by one. */
async function storedKinds({ reads }: Database, applicationId: number): Promise<Record<string, number>> {
  const users = reads.selectFrom('app_users').select('password_hash').where('application_id', '=', applicationId)
  const kinds: Record<string, number> = {}
  for (const { password_hash } of await users.execute()) {
    const kind = kindOf(password_hash)
    if (kind !== undefined && kind !== ownKind) kinds[kind] = (kinds[kind] ?? 0) + 1
  }
  return kinds
}

async function countedKinds({ reads }: Database, applicationId: number): Promise<Record<string, number>> {
  const rows = reads.selectFrom('hash_counts').select(['kind', 'users']).where('application_id', '=', applicationId)
  return Object.fromEntries(
    (await rows.execute()).filter(({ users }) => users !== 0).map((row) => [row.kind, row.users]),
  )
}

describeOnBothDatabases('the counts of stored hashes by kind', (open) => {
  it('are those of the users after 200 new passwords, logins, deletions and imports at once', async () => {
    const suite = await openSuite(await open(), { RATE_LIMIT_SCALE: '1000' })
    onTestFinished(() => suite.test.close())
    const { test, database } = suite
    const { applicationId, base, user, login, maker } = await createWorld(suite, suite.maker)
    const imported = await Promise.all(Array.from({ length: 40 }, () => user({ passwordHash: bcrypt })))
    expect(await countedKinds(database, applicationId)).toMatchObject({ 'bcrypt 04': 40 })
    await Promise.all(
      imported.flatMap((who, n) => [
        maker.api('PUT', `${base}/users/${who.id}`, { password: `the first of ${n}` }),
        maker.api('PUT', `${base}/users/${who.id}`, { password: `the second of ${n}` }),
        login(who),
        n % 2 === 0 ? maker.api('DELETE', `${base}/users/${who.id}`) : login(who, { password }),
        user({ passwordHash: bcrypt, username: `more ${n}` }),
      ]),
    )
    await test.app.whenIdle()
    const counted = await countedKinds(database, applicationId)
    expect(counted).toEqual(await storedKinds(database, applicationId))
    expect(counted['bcrypt 04']).toBe(40)
  })

  it('are those of the users after 200 changes that reach the rows at once', async () => {
    const { stores, database, owner, application, user } = testStores(await open())
    const applicationId = await application(await owner())
    const ids = await Promise.all(Array.from({ length: 20 }, () => user(applicationId, { passwordHash: bcrypt })))
    const dearer = bcrypt.replace('$04$', '$10$')
    const change = (id: number, n: number) =>
      stores.transaction<unknown>((tx) => {
        if (n === 9 && id % 2 === 0) return tx.appUsers.remove(applicationId, id)
        if (n % 3 === 0) return tx.appUsers.upgradeHash(applicationId, id, bcrypt, ours)
        return tx.appUsers.update(applicationId, id, { passwordHash: n % 2 === 0 ? dearer : ours })
      })
    await Promise.all(ids.flatMap((id) => Array.from({ length: 10 }, (_, n) => change(id, n))))
    expect(await countedKinds(database, applicationId)).toEqual(await storedKinds(database, applicationId))
  })
})
