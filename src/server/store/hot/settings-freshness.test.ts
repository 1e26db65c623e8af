import { DatabaseSync } from 'node:sqlite'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ManualClock } from '../../../../test/harness/manual-clock.ts'
import { temporaryFolder } from '../../../../test/harness/temporary-folder.ts'
import { testStores } from '../../../../test/harness/test-stores.ts'
import { openDatabase, type SqliteDatabase } from '../../db/open.ts'
import { readContext } from '../../features/client-api/client-context.ts'
import { openSecrets } from '../../lib/secrets.ts'
import { openStores } from '../index.ts'
import { openSettingsFreshness, settingsTables } from './settings-freshness.ts'

/** A server's database with two applications of an owner and one of another. */
async function inFile(onStatement?: (text: string) => void) {
  const folder = await temporaryFolder()
  const onLoopStatement = onStatement && (({ sql: text }: { readonly sql: string }) => onStatement(text))
  const options = { ...folder.options, isStrict: true, checkpoint: false, ...(onLoopStatement && { onLoopStatement }) }
  const database = (await openDatabase(options)) as SqliteDatabase
  onTestFinished(async () => {
    await database.close()
    await folder.remove()
  })
  const { owner, application } = testStores(database)
  const [ownerId, otherOwnerId] = [await owner(), await owner()]
  const [id, other] = [await application(ownerId), await application(otherOwnerId)]
  const run = (statement: RawBuilder<unknown>) => database.transaction((tx) => statement.execute(tx))
  await run(sql`INSERT INTO blacklist (id, account_id, application_id, type, value, value_key, reason, created_at)
    VALUES (1, ${ownerId}, ${id}, 'ip', '192.0.2.1', '192.0.2.1', '', 0), (2, ${ownerId}, NULL, 'ip', 'x', 'x', '', 0)`)
  await run(sql`INSERT INTO webhooks (id, account_id, application_id, url_sealed, format, is_format_derived, events,
      is_active, secret_sealed, created_at)
    VALUES (1, ${ownerId}, ${id}, '', 'json', 1, '[]', 1, '', 0), (2, ${ownerId}, NULL, '', 'json', 1, '[]', 1, '', 0)`)
  await run(sql`INSERT INTO api_keys (id, application_id, key_lookup, key_sealed, created_at)
    VALUES (77, ${id}, 'lookup', '', 0)`)
  await run(sql`INSERT INTO signing_keys (id, application_id, number, state, public_key, created_at, changed_at)
    VALUES (77, ${id}, 77, 'revoked', '', 0, 0)`)
  await run(sql`INSERT INTO hash_counts (application_id, kind, users) VALUES (${id}, 'bcrypt 04', 1)`)
  const clock = new ManualClock()
  const freshness = openSettingsFreshness(clock, database.hot.changes)
  /** Which of the two are still fresh a second after a change. */
  const freshAfter = async (change: () => Promise<unknown>) => {
    const reads = [id, other].map((each) => [each, freshness.startRead()] as const)
    await change()
    clock.advance(1000)
    return reads.map(([each, read]) => freshness.isFresh(each, read))
  }
  return { database, ownerId, id, other, run, clock, freshness, freshAfter }
}

describe('what a cache read of an application (SQLite)', () => {
  it('stays fresh as long as nothing of it is written, for hours', async () => {
    const { clock, freshness, id, run } = await inFile()
    const read = freshness.startRead()
    for (let second = 0; second < 7200; second += 1) {
      clock.advance(1000)
      if (second % 600 === 0) await run(sql`UPDATE blacklist SET hits = ${second}`)
      expect(freshness.isFresh(id, read)).toBe(true)
    }
  })

  it('is stale after its own change when thousands of other applications have changed since', async () => {
    const { clock, freshness, id, other, run } = await inFile()
    const before = freshness.startRead()
    await run(sql`UPDATE applications SET version = '2.0' WHERE id = ${id}`)
    await run(sql`WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10_001)
      INSERT INTO applications (owner_id, name, description, version, is_active, hwid_lock_enabled, registration_mode,
        min_password_length, is_version_required, is_verify_strict, session_limit_policy, created_at)
      SELECT owner_id, 'Copy ' || n, '', version, 1, 1, registration_mode, min_password_length, 0, 0,
        session_limit_policy, created_at
      FROM applications, n WHERE applications.id = ${id}`)
    const after = freshness.startRead()
    clock.advance(1000)
    expect([id, other].map((each) => freshness.isFresh(each, before))).toEqual([false, false])
    expect([id, other].map((each) => freshness.isFresh(each, after))).toEqual([true, true])
  })

  const one = [false, true]
  const all = [false, false]
  it.each<[string, (row: { id: number; ownerId: number }) => RawBuilder<unknown>, readonly boolean[]]>([
    ['the application', ({ id }) => sql`UPDATE applications SET version = '2.0' WHERE id = ${id}`, one],
    ['its number of users', ({ id }) => sql`UPDATE applications SET user_count = 9 WHERE id = ${id}`, one],
    ['the end of an API key', () => sql`UPDATE api_keys SET expires_at = 5`, one],
    ['an API key, deleted', () => sql`DELETE FROM api_keys`, one],
    ['a signing key', () => sql`UPDATE signing_keys SET state = 'former'`, one],
    ['a signing key, deleted', () => sql`DELETE FROM signing_keys`, one],
    ['a kind of hash', () => sql`UPDATE hash_counts SET users = 2`, one],
    [
      'another kind of hash',
      ({ id }) => sql`INSERT INTO hash_counts (application_id, kind, users) VALUES (${id}, 'bcrypt 05', 1)`,
      one,
    ],
    ['an entry of its blacklist', () => sql`UPDATE blacklist SET value_key = 'y' WHERE id = 1`, one],
    ['an entry of its blacklist, deleted', () => sql`DELETE FROM blacklist WHERE id = 1`, one],
    [
      'an entry that is made one of the account',
      () => sql`UPDATE blacklist SET application_id = NULL WHERE id = 1`,
      all,
    ],
    ["an entry of the account's blacklist, deleted", () => sql`DELETE FROM blacklist WHERE id = 2`, all],
    ['the events of a webhook', () => sql`UPDATE webhooks SET events = '["user_login"]' WHERE id = 1`, one],
    ['a webhook of the account, paused', () => sql`UPDATE webhooks SET is_active = 0 WHERE id = 2`, all],
    ['a text of the account', ({ ownerId }) => sql`UPDATE accounts SET login_failed = 'no' WHERE id = ${ownerId}`, all],
    ['everything, with the account', ({ ownerId }) => sql`DELETE FROM accounts WHERE id = ${ownerId}`, all],
  ])('is read again after a change of %s', async (_, change, expected) => {
    const { run, freshAfter, ...rows } = await inFile()
    expect(await freshAfter(() => run(change(rows)))).toEqual(expected)
  })

  it.each([
    ['the hits of an entry', sql`UPDATE blacklist SET hits = 5`],
    ['when a key was used last', sql`UPDATE api_keys SET last_used_at = 5`],
    ["the state of a webhook's endpoint", sql`UPDATE webhooks SET failures = 1, failing_since = 1, retry_at = 2`],
    ['when an owner signed in last', sql`UPDATE accounts SET last_login_at = 5`],
    ['a user', sql`UPDATE app_users SET is_banned = 1`],
  ])('is not read again after a change of %s', async (_, change) => {
    const { run, freshAfter } = await inFile()
    expect(await freshAfter(() => run(change))).toEqual([true, true])
  })

  it('is read again when the read began before the change was committed', async () => {
    const { database, clock, freshness, id } = await inFile()
    let read = freshness.startRead()
    await database.transaction(async (tx) => {
      await sql`UPDATE applications SET version = '2.0' WHERE id = ${id}`.execute(tx)
      read = freshness.startRead()
    })
    clock.advance(501)
    expect(freshness.isFresh(id, read)).toBe(false)
    expect(freshness.isFresh(id, freshness.startRead())).toBe(true)
  })

  it('is read again after another program has written, within half a second', async () => {
    const { database, clock, freshness, id, other } = await inFile()
    const another = new DatabaseSync(database.file ?? '')
    onTestFinished(() => another.close())
    const read = freshness.startRead()
    clock.advance(501)
    expect(freshness.isFresh(id, read)).toBe(true)
    another.exec("UPDATE applications SET version = '2.0'")
    const elapsed = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 500)
    onTestFinished(() => elapsed.mockRestore())
    clock.advance(501)
    expect([id, other].map((each) => freshness.isFresh(each, read))).toEqual([false, false])
  })

  it('is read from no table that is not watched', async () => {
    const statements = new Set<string>()
    const { database, id } = await inFile((text) => statements.add(text))
    statements.clear()
    const stores = openStores(database, openSecrets('', { masterKey: 'a master key of the tests, long enough' }), {
      isHot: true,
    })
    await stores.apiKeys.findByKey('any', new Date(0))
    await readContext(stores, id)
    await stores.signingKeys.list(id)
    await stores.webhooks.subscriptions(id)
    expect(statements.size).toBeGreaterThan(5)
    const tables = [...statements].flatMap((text) =>
      [...text.matchAll(/\b(?:from|join)\s+"?(\w+)/gi)].map(([, table]) => table),
    )
    expect([...new Set(tables)].sort()).toEqual(settingsTables.map(({ table }) => table).sort())
  })
})

it('what a cache read of an application is read again after half a second where other servers write too', () => {
  const clock = new ManualClock()
  const freshness = openSettingsFreshness(clock)
  const read = freshness.startRead()
  clock.advance(500)
  expect(freshness.isFresh(1, read)).toBe(true)
  clock.advance(1)
  expect(freshness.isFresh(1, read)).toBe(false)
})
