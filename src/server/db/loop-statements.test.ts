import { beforeAll, describe, expect, it } from 'vitest'
import { openMemoryDatabase } from '../../../test/harness/memory-database.ts'
import type { SqliteDatabase } from './open.ts'

describe('a statement of the event loop', () => {
  let database: SqliteDatabase
  beforeAll(async () => {
    database = (await openMemoryDatabase()) as SqliteDatabase
    return () => database.close()
  })
  const users = () => database.keyReads.selectFrom('app_users').select('id')

  it.each([
    ['scans a table', () => users().where('username', 'like', '%a')],
    ['reads all users of an application', () => users().where('application_id', '=', 1)],
    ['counts them', () => database.keyReads.selectFrom('app_users').select((rows) => rows.fn.countAll().as('count'))],
    ['sorts them before it takes a few', () => users().where('application_id', '=', 1).orderBy('ban_reason').limit(10)],
    [
      'joins a range of them',
      () =>
        database.keyReads
          .selectFrom('applications as a')
          .innerJoin('app_users as u', 'u.application_id', 'a.id')
          .select('u.id')
          .where('a.id', '=', 1),
    ],
  ])('fails every test that runs it when it %s', async (_, query) => {
    await expect(query().execute()).rejects.toThrow('This may read many rows on the event loop')
    expect(() => database.hot.prepare(query().compile().sql)).toThrow('This may read many rows on the event loop')
  })

  it.each([
    ['a row by its key', () => users().where('id', '=', 7)],
    ['a row by a unique index', () => users().where('application_id', '=', 1).where('username_key', '=', 'ada')],
    ['the first rows in the order of an index', () => users().where('application_id', '=', 1).orderBy('id').limit(10)],
  ])('may read %s', async (_, query) => {
    expect(await query().execute()).toEqual([])
  })

  it('of the dashboard may read many rows: on a file it runs on threads', async () => {
    expect(await database.reads.selectFrom('app_users').selectAll().execute()).toEqual([])
  })
})
