import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { printFigure } from '../../../../test/harness/print-figure.ts'
import { useOpened } from '../../../../test/harness/use-suite.ts'
import { createWorld, openSuite } from '../../../../test/harness/world.ts'
import type { Database } from '../../db/open.ts'

/** The database, with a count of what is read outside transactions. */
function countReads(database: Database): { readonly database: Database; readonly take: () => number } {
  let reads = 0
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      reads += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const take = () => {
    const taken = reads
    reads = 0
    return taken
  }
  const keyReads = database.keyReads.withPlugin(counter)
  if (database.engine === 'postgres') {
    const query: typeof database.query = (...asked) => {
      reads += 1
      return database.query(...asked)
    }
    return { database: { ...database, keyReads, query }, take }
  }
  const prepareValues: typeof database.hot.prepareValues = (sql) => {
    const statement = database.hot.prepareValues(sql)
    return {
      ...statement,
      get: (...values) => {
        reads += 1
        return statement.get(...values)
      },
    }
  }
  return { database: { ...database, keyReads, hot: { ...database.hot, prepareValues } }, take }
}

describeOnBothDatabases('the statements of a login and a heartbeat', (open) => {
  const suite = useOpened(
    async () => {
      const { database, take } = countReads(await open())
      return { take, ...(await openSuite(database, { RATE_LIMIT_SCALE: '1000' })) }
    },
    ({ test }) => test.close(),
  )

  it('are as many from the first of several devices as from the only one; another one costs entries of an index', async () => {
    const of = await createWorld(suite, suite.maker, { deviceLimit: 3 })
    const one = await of.user({ isHwidLocked: true })
    const several = await of.user({ isHwidLocked: true })
    await of.login(one, { hwid: 'PC-1' })
    for (const hwid of ['PC-1', 'PC-2']) await of.login(several, { hwid })
    const sessions = {
      only: await of.session(one, { hwid: 'PC-1' }),
      other: await of.session(several, { hwid: 'PC-2' }),
    }
    const readsOf = async (call: () => Promise<{ readonly status: number }>) => {
      await of.database.transaction(async () => {})
      suite.take()
      expect((await call()).status).toBe(200)
      return suite.take()
    }
    const login = {
      only: await readsOf(() => of.login(one, { hwid: 'PC-1' })),
      first: await readsOf(() => of.login(several, { hwid: 'PC-1' })),
      other: await readsOf(() => of.login(several, { hwid: 'PC-2' })),
    }
    expect(login.only).toBeGreaterThan(0)
    expect(login.first).toBe(login.only)
    expect(login.other).toBe(login.only + 2)
    const beats = [await readsOf(() => of.beat(sessions.only)), await readsOf(() => of.beat(sessions.other))]
    expect(beats[1]).toBe(beats[0])
    const checked = { hwid: 'PC-2', session_token: sessions.other }
    const verified = [
      await readsOf(() => of.verify(one, { hwid: 'PC-1', session_token: sessions.only })),
      await readsOf(() => of.verify(several, checked)),
    ]
    expect(verified[1]).toBe(verified[0])
    printFigure(
      `reads of a login: ${login.only} from the only device, ${login.first} from the first of two, ${login.other} from the second; of a heartbeat ${beats.join(' and ')}`,
    )
  })

  it('are as many for a program that sends no components, whatever is known of the device and may differ', async () => {
    const readsOf = async (call: () => Promise<{ readonly status: number }>) => {
      await suite.database.transaction(async () => {})
      suite.take()
      expect((await call()).status).toBe(200)
      return suite.take()
    }
    const [digit, other] = ['1'.repeat(32), '2'.repeat(32)]
    const components = { machine: digit, board: digit, cpu: digit, disk: digit }
    const reads = []
    for (const hwidTolerance of [0, 2]) {
      const of = await createWorld(suite, suite.maker, { hwidTolerance, deviceLimit: 1 })
      const who = await of.user({ isHwidLocked: true })
      await of.login(who, { hwid: 'PC-1', ...(hwidTolerance && { hwid_components: components }) })
      const session = await of.session(who, { hwid: 'PC-1' })
      reads.push([
        await readsOf(() => of.login(who, { hwid: 'PC-1' })),
        await readsOf(() => of.beat(session)),
        await readsOf(() => of.verify(who, { hwid: 'PC-1', session_token: session })),
      ])
      if (hwidTolerance === 0) continue
      const [plain = 0] = reads[0] ?? []
      expect(await readsOf(() => of.login(who, { hwid: 'PC-1', hwid_components: components }))).toBe(plain + 1)
      const changed = { hwid: 'PC-1', hwid_components: { ...components, disk: other } }
      expect(await readsOf(() => of.login(who, changed))).toBe(plain + 1)
    }
    expect(reads[1]).toEqual(reads[0])
  })

  it('of a license key are as many from the first of its machines, whatever seats it has taken', async () => {
    const of = await createWorld(suite, suite.maker, { licenseLogin: true, hwidLockEnabled: true })
    const readsOf = async (call: () => Promise<{ readonly status: number }>) => {
      await of.database.transaction(async () => {})
      suite.take()
      expect((await call()).status).toBe(200)
      return suite.take()
    }
    const [one, five] = [await of.license(), await of.license({ maxUsers: 5 })]
    const signIn = ({ licenseKey }: typeof one, hwid: string, session = false) =>
      of.send('/api/v1/license', { license_key: licenseKey, hwid, session })
    await signIn(one, 'PC-1')
    for (const hwid of ['PC-1', 'PC-2', 'PC-3']) await signIn(five, hwid)
    const reads = [await readsOf(() => signIn(one, 'PC-1')), await readsOf(() => signIn(five, 'PC-1'))]
    expect(reads[0]).toBeGreaterThan(0)
    expect(reads[1]).toBe(reads[0])
    const tokens = [await signIn(one, 'PC-1', true), await signIn(five, 'PC-3', true)].map(({ body }) =>
      String(body.session_token),
    )
    const beats = []
    for (const token of tokens) beats.push(await readsOf(() => of.beat(token)))
    expect(beats[1]).toBe(beats[0])
    printFigure(
      `reads of a license key: ${reads.join(' and ')} of one and five seats; of a heartbeat ${beats.join(' and ')}`,
    )
  })
})
