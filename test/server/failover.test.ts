import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/server/db/open.ts'
import { createTestDatabase } from '../harness/create-test-database.ts'
import { describePostgres } from '../harness/databases.ts'
import { createDatabase } from '../harness/postgres-cluster.ts'
import { type PostgresPair, pairBin, startPostgresPair } from '../harness/postgres-pair.ts'
import { printFigure } from '../harness/print-figure.ts'

const bin = await pairBin()

/** A real standby, and a database opened with the addresses of both hosts. */
describe.skipIf(bin === undefined)('PostgreSQL on two hosts', () => {
  let pair: PostgresPair
  let url: string
  let database: Database
  beforeAll(async () => {
    pair = await startPostgresPair(bin ?? '')
    const { name } = await createDatabase(pair.primaryUrl())
    const [first, second] = pair.urls.map((each) => new URL(each).host)
    // the standby first: the order alone must not choose
    url = `postgresql://postgres@${second},${first}/${name}?target_session_attrs=read-write`
    database = await openDatabase({ dataDir: '', databaseUrl: url, poolMax: 8 })
  })
  afterAll(async () => {
    await database?.close()
    await pair.stop()
  })
  const claim = (name: string) =>
    database.transaction((tx) => tx.insertInto('installation').values({ name, value: 'x' }).execute())
  const claimed = async () => {
    const rows = await database.reads.selectFrom('installation').select('name').where('value', '=', 'x').execute()
    return rows.map(({ name }) => name).sort()
  }

  it('changes go to the primary, whichever is named first, and what was acknowledged survives its end', async () => {
    expect(await database.isReady()).toBe(true)
    await Promise.all([claim('a'), claim('b'), claim('c')])
    const failingOver = pair.failOver({ rebuild: false })
    const startedAtMs = performance.now()
    const during: string[] = []
    for (let n = 0; during.length < 3; n += 1) {
      await claim(`during ${n}`).then(
        () => during.push(`during ${n}`),
        () => undefined,
      )
    }
    const servedAfterMs = performance.now() - startedAtMs
    await failingOver
    printFigure(`a synchronous standby promoted: changes again after ${Math.round(servedAfterMs)} ms`)
    expect(await claimed()).toEqual(expect.arrayContaining(['a', 'b', 'c', ...during]))
    expect(servedAfterMs).toBeLessThan(30_000)
    expect(await database.isReady()).toBe(true)
  })
})

describePostgres('PostgreSQL on two hosts of which one answers', () => {
  it('is found, and 200 changes at once are made there', async () => {
    const { url, drop } = await createTestDatabase({ isMigrated: true })
    const { host, pathname } = new URL(url)
    const databaseUrl = `postgresql://postgres@127.0.0.1:1,${host}${pathname}`
    const database = await openDatabase({ dataDir: '', databaseUrl, poolMax: 8 })
    try {
      const claim = (n: number) =>
        database.transaction((tx) =>
          tx
            .insertInto('installation')
            .values({ name: `${n}`, value: 'x' })
            .execute(),
        )
      await Promise.all(Array.from({ length: 200 }, (_, n) => claim(n)))
      const rows = await database.reads.selectFrom('installation').select('name').where('value', '=', 'x').execute()
      expect(rows.length).toBe(200)
      expect(await database.isReady()).toBe(true)
    } finally {
      await database.close()
      await drop()
    }
  })
})

describe('PostgreSQL on two hosts of which none answers', () => {
  it('ends the start with one sentence', async () => {
    const databaseUrl = 'postgresql://postgres@127.0.0.1:1,127.0.0.1:2/none'
    await expect(openDatabase({ dataDir: '', databaseUrl })).rejects.toThrow(
      'None of the hosts of PostgreSQL is a primary that answers. Start one, or correct the hosts in DATABASE_URL.',
    )
  })
})
