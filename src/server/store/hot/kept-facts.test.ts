import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { freshSession, freshUser } from '../../../../test/harness/fresh-facts.ts'
import { temporaryFolder } from '../../../../test/harness/temporary-folder.ts'
import { testStores } from '../../../../test/harness/test-stores.ts'
import { type Database, openDatabase } from '../../db/open.ts'
import type { Tables } from '../../db/tables.ts'
import { NumberMap } from '../../lib/number-map.ts'
import type { HotStore } from './hot-store.ts'
import { openHotStore } from './open-hot-store.ts'

const runs = Number(process.env.MODEL_RUNS ?? 20)
const people = [1001, 1002, 1003, 1004]
const tokens = ['token 0', 'token 1', 'token 2', 'token 3', 'token 4', 'token 5']

type Value = string | number | null
/** Values for every column that the facts have, and for some that they have not. */
const columns: Readonly<Record<string, Readonly<Record<string, readonly Value[]>>>> = {
  client_sessions: {
    hwid: [null, 'PC-1', 'PC-2'],
    last_seen_at: [1, 50, 900],
    ended_at: [null, 5],
    end_reason: [null, 'logout'],
    proved_at: [null, 3],
    user_id: people,
    user_agent: ['another'],
  },
  app_users: {
    email_key: [null, 'a@example.com'],
    is_active: [0, 1],
    is_paused: [0, 1],
    is_banned: [0, 1],
    hwid: [null, 'PC-3'],
    hwid_key: [null, 'pc-3'],
    is_hwid_locked: [0, 1],
    expires_at: [null, 7],
    last_login_at: [null, 9],
    last_login_ip: [null, '192.0.2.1'],
    license_id: [null, 501, 502],
    password_hash: ['another'],
  },
  licenses: {
    is_active: [0, 1],
    expires_at: [null, 11],
    hold: [null, 'paused', 'banned'],
    active_after_hold: [null, 0, 1],
    grace_days: [null, 0, 9],
    hold_reason: [null, 'another'],
    current_users: [0, 1],
  },
}
const tables = Object.keys(columns)

const nth = fc.nat({ max: 5 })
const update = fc
  .constantFrom(...tables)
  .chain((table) => fc.constantFrom(...Object.entries(columns[table] ?? {}).map((each) => [table, ...each] as const)))
  .chain(([table, column, values]) =>
    fc.record({
      act: fc.constant('update' as const),
      ...{ table: fc.constant(table), column: fc.constant(column), value: fc.constantFrom(...values) },
      /** All rows, seldom. */
      row: fc.option(nth, { freq: 8 }),
      ends: fc.constantFrom('well', 'well', 'well', 'rolled back', 'not committed'),
    }),
  )
const act = fc.oneof(
  { weight: 12, arbitrary: update },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('delete' as const),
      table: fc.constantFrom('client_sessions', 'app_users'),
      row: nth,
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('put back' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('beat' as const), row: nth, atMs: fc.integer({ min: 1, max: 1000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('delete the application' as const) }) },
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

interface Stage {
  readonly database: Database
  readonly hot: HotStore
  readonly applicationId: number
}

const run = (tx: Kysely<Tables>, statement: RawBuilder<unknown>) => statement.execute(tx)

/** Users 1 and 2 have a license each, user 3 the first one too; every user has a session, two have another. */
async function seed(database: Database): Promise<number> {
  const { owner, application } = testStores(database)
  const applicationId = await application(await owner())
  await database.transaction((tx) => putBack(tx, applicationId))
  return applicationId
}

/** Adds the rows that are missing, with the ids that they had. */
async function putBack(tx: Kysely<Tables>, applicationId: number): Promise<void> {
  for (const id of [501, 502]) {
    await run(
      tx,
      sql`INSERT INTO licenses (id, application_id, key_lookup, key_sealed, max_users, validity_days, validity_start,
        description, description_key, is_active, created_at)
        VALUES (${id}, ${applicationId}, ${`key ${id}`}, '', 9, 1, 'creation', '', '', 1, 0) ON CONFLICT DO NOTHING`,
    )
  }
  for (const [place, id] of people.entries()) {
    await run(
      tx,
      sql`INSERT INTO app_users (id, application_id, username, username_key, password_hash, is_active, is_paused,
        is_banned, is_hwid_locked, license_id, created_at)
        VALUES (${id}, ${applicationId}, ${`u${id}`}, ${`u${id}`}, 'hash', 1, 0, 0, 0, ${[501, 502, 501, null][place]}, 0)
        ON CONFLICT DO NOTHING`,
    )
  }
  for (const [place, token] of tokens.entries()) {
    await run(
      tx,
      sql`INSERT INTO client_sessions (id, application_id, user_id, token_hash, ip_address, user_agent, started_at,
        last_seen_at) VALUES (${2001 + place}, ${applicationId}, ${people[place % 4]}, ${token}, '', '', 0, 0)
        ON CONFLICT DO NOTHING`,
    )
  }
}

const ids: Readonly<Record<string, readonly number[]>> = {
  client_sessions: tokens.map((_, place) => 2001 + place),
  app_users: people,
  licenses: [501, 502],
}
const idOf = (table: string, row: number) => ids[table]?.[row % (ids[table]?.length ?? 1)] ?? 0

async function carryOut({ database, hot, applicationId }: Stage, what: Act): Promise<void> {
  if (what.act === 'beat') return hot.markSeen(new NumberMap([[idOf('client_sessions', what.row), what.atMs]]))
  await database.transaction(async (tx) => {
    if (what.act === 'put back') return putBack(tx, applicationId)
    if (what.act === 'delete the application') {
      await run(tx, sql`UPDATE app_users SET license_id = NULL`)
      await run(tx, sql`DELETE FROM applications WHERE id = ${applicationId}`)
      await run(tx, sql`INSERT INTO applications SELECT * FROM kept_application`)
      return
    }
    if (what.act === 'delete') {
      await run(tx, sql`DELETE FROM ${sql.table(what.table)} WHERE id = ${idOf(what.table, what.row)}`)
      return
    }
    const { table, column, value, row, ends } = what
    const where = row === null ? sql`` : sql`WHERE id = ${idOf(table, row)}`
    await run(tx, sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${value} ${where}`)
    if (ends === 'rolled back') throw new Error('rolled back')
    if (ends === 'not committed' && database.engine === 'sqlite') {
      await run(tx, sql`PRAGMA defer_foreign_keys = ON`)
      await run(tx, sql`UPDATE applications SET owner_id = -1`)
    }
  })
}

const readAll = async ({ hot, applicationId }: Stage) =>
  Promise.all([
    ...tokens.map((token) => hot.sessionByToken(applicationId, token)),
    ...people.map((id) => hot.accessById(applicationId, id)),
  ])

/** What heartbeats and verifies get is what is stored; once from the rows, once from memory. */
async function compare(stage: Stage): Promise<void> {
  const { database, applicationId } = stage
  const fresh = await Promise.all([
    ...tokens.map((token) => freshSession(database, applicationId, token)),
    ...people.map((id) => freshUser(database, applicationId, id)),
  ])
  for (const time of ['read', 'kept']) {
    for (const [place, facts] of (await readAll(stage)).entries()) {
      const stored = fresh[place]
      if (stored === undefined) expect(facts, time).toBeUndefined()
      else expect(facts, time).toMatchObject(stored)
    }
  }
}

describeOnBothDatabases('the facts of heartbeats and verifies', (open) => {
  it(`are those that are stored, after any statement and however its transaction ends: ${runs} sequences`, async () => {
    const database = await open()
    const applicationId = await seed(database)
    await database.transaction((tx) => run(tx, sql`CREATE TABLE kept_application AS SELECT * FROM applications`))
    const stage = { database, hot: openHotStore(database), applicationId }
    /** Each inner list begins at once. */
    const acts = fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(acts, async (rounds) => {
        await database.transaction((tx) => putBack(tx, applicationId))
        await compare(stage)
        for (const round of rounds) {
          const underWay = round.map(async (each) => {
            await carryOut(stage, each).catch(() => {})
            // what is read now is in memory when the others of this round are committed
            await readAll(stage)
          })
          await readAll(stage)
          await Promise.all(underWay)
          await compare(stage)
        }
      }),
      { numRuns: runs },
    )
  })
})

describe('the facts in memory (SQLite)', () => {
  async function inFile() {
    const folder = await temporaryFolder()
    const database = await openDatabase({ ...folder.options, isStrict: true, checkpoint: false })
    if (database.engine !== 'sqlite') throw new Error('not the embedded database')
    const other = new DatabaseSync(database.file ?? '')
    onTestFinished(async () => {
      other.close()
      await database.close()
      await folder.remove()
    })
    const applicationId = await seed(database)
    const hot = openHotStore(database)
    const [token = ''] = tokens
    const isBanned = async () => (await hot.sessionByToken(applicationId, token))?.user?.isBanned
    return { database, other, hot, applicationId, token, isBanned }
  }

  it('answer without a read, also while a transaction is open, and with what was committed last', async () => {
    const { database, hot, applicationId, token, isBanned } = await inFile()
    expect(await isBanned()).toBe(false)
    const kept = hot.sessionByToken(applicationId, token)
    expect(kept).not.toBeInstanceOf(Promise)
    expect(hot.sessionByToken(applicationId, token)).toBe(kept)
    const banned = database.transaction(async (tx) => {
      await run(tx, sql`UPDATE app_users SET is_banned = 1 WHERE id = 1002`)
      expect(hot.sessionByToken(applicationId, token)).toBe(kept)
      await run(tx, sql`UPDATE app_users SET is_banned = 1`)
      expect(hot.sessionByToken(applicationId, token)).toBeInstanceOf(Promise)
    })
    await banned
    expect(hot.sessionByToken(applicationId, token)).toMatchObject({ user: { isBanned: true } })
  })

  it('are dropped by a change of the license, for each session of each of its users, and by a deletion', async () => {
    const { database, hot, applicationId } = await inFile()
    const licenses = () =>
      Promise.all(
        tokens.map(async (token) => (await hot.sessionByToken(applicationId, token))?.user?.license?.isActive ?? null),
      )
    expect(await licenses()).toEqual([true, true, true, null, true, true])
    await database.transaction((tx) => run(tx, sql`UPDATE licenses SET is_active = 0 WHERE id = 501`))
    expect(await licenses()).toEqual([false, true, false, null, false, true])
    await database.transaction((tx) => run(tx, sql`DELETE FROM app_users WHERE id = 1003`))
    expect(await licenses()).toEqual([false, true, null, null, false, true])
    await database.transaction((tx) => run(tx, sql`DELETE FROM client_sessions`))
    expect(hot.sessionByToken(applicationId, 'token 0')).toBeUndefined()
  })

  it('stay when times of heartbeats are stored, which they take over, and when other columns or rows change', async () => {
    const { database, hot, applicationId, token } = await inFile()
    const kept = await hot.sessionByToken(applicationId, token)
    await hot.markSeen(new NumberMap([[2001, 77]]))
    await database.transaction(async (tx) => {
      await run(tx, sql`UPDATE licenses SET current_users = 3`)
      await run(tx, sql`UPDATE app_users SET is_banned = 1 WHERE id <> 1001`)
    })
    expect(hot.sessionByToken(applicationId, token)).toBe(kept)
    expect(kept?.lastSeenAtMs).toBe(77)
  })

  it('are answered, and others write, between the batches in which times of many sessions are stored', async () => {
    const { database, hot } = await inFile()
    const many = Array.from({ length: 1_000 }, (_, index) => [3_000 + index, 78] as const)
    let isStored = false
    const stored = hot.markSeen(new NumberMap([[2001, 78], ...many])).then(() => (isStored = true))
    let between = 0
    while (!isStored) {
      await database.hot.write(() => {})
      between += 1
    }
    await stored
    expect(between).toBeGreaterThan(3)
  })

  it('are dropped when another connection has written: at once after its turn, else within a second', async () => {
    const { database, other, isBanned } = await inFile()
    expect(await isBanned()).toBe(false)
    await database.pauseWriterFor(async () => other.exec('UPDATE app_users SET is_banned = 1'))
    expect(await isBanned()).toBe(true)
    other.exec('UPDATE app_users SET is_banned = 0')
    await vi.waitFor(async () => expect(await isBanned()).toBe(false), { timeout: 10_000 })
  })
})
