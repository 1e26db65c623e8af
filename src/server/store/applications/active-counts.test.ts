import fc from 'fast-check'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnBothDatabases, describeOnPostgres } from '../../../../test/harness/databases.ts'
import { scannedCounts } from '../../../../test/harness/scanned-counts.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { activeCountStore } from './active-counts.ts'
import { openExpiryChanges } from './expiry-changes.ts'

const runs = Number(process.env.MODEL_RUNS ?? 25)
const hourMs = 3_600_000
const startMs = Math.floor(testNow.getTime() / hourMs) * hourMs
const people = [1001, 1002, 1003, 1004, 1005, 1006]
const licenses = [501, 502, 503]

/** Moments around whole hours, and in the hour that most expiries fall in. */
const moments = [-hourMs, -1, 0, 1, 20 * 60_000, hourMs - 1, hourMs, hourMs + 1, 30 * hourMs].map((ms) => startMs + ms)
const expiry = fc.option(fc.constantFrom(...moments), { freq: 4 })

const flag = fc.constantFrom(0, 1)
const changes = {
  app_users: fc.oneof(
    fc.record({ is_active: flag }),
    fc.record({ is_paused: flag }),
    fc.record({ is_banned: flag }),
    fc.record({ expires_at: expiry }),
    fc.record({ license_id: fc.option(fc.constantFrom(...licenses), { freq: 4 }) }),
    fc.record({ is_active: flag, is_paused: flag, expires_at: expiry }),
    fc.record({ last_login_at: fc.constantFrom(...moments) }),
  ),
  licenses: fc.oneof(
    fc.record({ is_active: flag }),
    fc.record({ expires_at: expiry }),
    fc.record({ current_users: fc.nat({ max: 2 }) }),
    fc.record({ max_users: fc.integer({ min: 2, max: 3 }) }),
    fc.record({ is_active: flag, expires_at: expiry }),
  ),
}
const ids = { app_users: people, licenses }

type Act = (tx: Kysely<Tables>, applicationId: number) => Promise<unknown>
const run = (tx: Kysely<Tables>, statement: RawBuilder<unknown>) => statement.execute(tx)

const anyChange = fc.constantFrom('app_users' as const, 'licenses' as const).chain((table) =>
  fc.tuple(changes[table], fc.option(fc.constantFrom(...ids[table]), { freq: 6 })).map(([set, id]): Act => {
    const pairs = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    // all rows of the application, seldom
    const where = (applicationId: number) => sql`application_id = ${applicationId} ${id ? sql`and id = ${id}` : sql``}`
    return (tx, own) => run(tx, sql`update ${sql.table(table)} set ${sql.join(pairs)} where ${where(own)}`)
  }),
)
const anyInsertion = fc
  .record({ id: fc.constantFrom(...people), expiresAt: expiry, license: fc.option(fc.constantFrom(...licenses)) })
  .map(
    ({ id, expiresAt, license }): Act =>
      async (tx, applicationId) => {
        await run(tx, insertLicense(applicationId, license ?? 501))
        return run(tx, insertUser(applicationId, id, expiresAt, license))
      },
  )
const anyDeletion = fc.oneof(
  fc.constantFrom(...people).map(
    (id): Act =>
      (tx) =>
        run(tx, sql`delete from app_users where id = ${id}`),
  ),
  fc.constantFrom(...licenses).map(
    (id): Act =>
      async (tx) => {
        await run(tx, sql`update app_users set license_id = null where license_id = ${id}`)
        return run(tx, sql`delete from licenses where id = ${id}`)
      },
  ),
)
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: anyChange },
  { weight: 3, arbitrary: anyInsertion },
  { weight: 2, arbitrary: anyDeletion },
)
const anyTransaction = fc.record({
  acts: fc.array(anyAct, { minLength: 1, maxLength: 3 }),
  isRolledBack: fc.constantFrom(false, false, false, true),
})

function insertLicense(applicationId: number, id: number): RawBuilder<unknown> {
  return sql`insert into licenses (id, application_id, key_lookup, key_sealed, max_users, validity_days, validity_start,
    description, description_key, is_active, created_at)
    values (${id}, ${applicationId}, ${`key ${id}`}, '', 2, 1, 'creation', '', '', 1, 0) on conflict do nothing`
}

function insertUser(applicationId: number, id: number, expiresAt: number | null, licenseId: number | null) {
  return sql`insert into app_users (id, application_id, username, username_key, password_hash, is_active, is_paused,
    is_banned, is_hwid_locked, expires_at, license_id, created_at) values (${id}, ${applicationId}, ${`u${id}`},
    ${`u${id}`}, 'hash', 1, 0, 0, 0, ${expiresAt}, ${licenseId}, 0) on conflict do nothing`
}

const rowsOf = async ({ reads }: Database, applicationId: number) => ({
  users: await reads.selectFrom('app_users').selectAll().where('application_id', '=', applicationId).execute(),
  licenses: await reads.selectFrom('licenses').selectAll().where('application_id', '=', applicationId).execute(),
})

/** At every moment, whatever is written in between. */
async function compare(database: Database, applicationId: number): Promise<void> {
  const { users, licenses } = await rowsOf(database, applicationId)
  const counted = activeCountStore(database.reads)
  for (const ms of moments) {
    const now = new Date(ms)
    const counts = {
      users: await counted.users(applicationId, now),
      licenses: await counted.licenses(applicationId, now),
    }
    expect(counts).toEqual(scannedCounts(users, licenses, now))
  }
}

describeOnBothDatabases('the counts of active users and licenses', (open) => {
  it(`are those of the rows at every moment, after any statements and rollbacks: ${runs} sequences`, async () => {
    const database = await open()
    const { owner, application } = testStores(database)
    const ownerId = await owner()
    const { addUp } = openExpiryChanges(database)
    const sequence = fc.array(anyTransaction, { minLength: 2, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(sequence, fc.boolean(), async (transactions, isAddedUp) => {
        const applicationId = await application(ownerId)
        for (const { acts, isRolledBack } of transactions) {
          const work = database.transaction(async (tx) => {
            for (const act of acts) await act(tx, applicationId)
            if (isRolledBack) throw new Error('rolled back')
          })
          await work.catch(() => {})
          if (isAddedUp) await addUp()
        }
        await compare(database, applicationId)
        // and with it everything that was counted
        await database.transaction(async (tx) => {
          await run(tx, sql`update app_users set license_id = null where application_id = ${applicationId}`)
          await run(tx, sql`delete from applications where id = ${applicationId}`)
        })
        await addUp()
        await compare(database, applicationId)
        const left = database.reads.selectFrom('expiry_counts').selectAll().where('application_id', '=', applicationId)
        expect(await left.execute()).toEqual([])
      }),
      { numRuns: runs },
    )
  })
})

describeOnPostgres('the counts of active users and licenses on several connections', (open) => {
  it(`are those of the rows after changes of users and their licenses at the same time: ${runs} rounds`, async () => {
    const database = await open()
    const { owner, application } = testStores(database)
    const applicationId = await application(await owner())
    const { addUp } = openExpiryChanges(database)
    const round = fc.array(anyTransaction, { minLength: 4, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(round, async (transactions) => {
        const works = transactions.map(({ acts, isRolledBack }) =>
          database.transaction(async (tx) => {
            for (const act of acts) await act(tx, applicationId)
            if (isRolledBack) throw new Error('rolled back')
          }),
        )
        await Promise.allSettled([...works, addUp(), addUp()])
        await compare(database, applicationId)
      }),
      { numRuns: runs },
    )
  })

  it('let a user be added while another transaction that adds one is open', async () => {
    const database = await open()
    const { owner, application } = testStores(database)
    const applicationId = await application(await owner())
    const [inserted, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = database.transaction(async (tx) => {
      await run(tx, insertUser(applicationId, 1, null, null))
      inserted.resolve()
      await mayEnd.promise
    })
    await inserted.promise
    await database.transaction(async (tx) => {
      await run(tx, sql`set local lock_timeout = '5s'`)
      await run(tx, insertUser(applicationId, 2, null, null))
    })
    mayEnd.resolve()
    await first
    expect(await activeCountStore(database.reads).users(applicationId, testNow)).toBe(2)
  })
})
