import { beforeAll, describe, expect, it } from 'vitest'
import { alwaysSignedIn, startDashboardSession } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { importFile, phpHash } from '../../../../test/harness/import-file.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld, type World } from '../../../../test/harness/world.ts'

/** KeyAuth's files in every shape that it ever wrote. */
const dayS = 86_400
/** Later than the tests' clock. */
const soonS = 1_800_000_000
const paidS = 1_767_225_600

const keyOf = (key: string, more: object = {}) => ({
  ...{ key, note: '', expiry: String(30 * dayS), status: 'Not Used', level: '1', genby: 'maker' },
  ...{ gendate: '1735689600', usedon: null, banned: null, ...more },
})
const userOf = (username: string, password: string | null, more: object = {}) => ({
  ...{ username, email: null, password, hwid: null, banned: null, ip: '203.0.113.9' },
  ...{ createdate: '1735689600', lastlogin: '1735776000', ...more },
})
const until = (user: string, expiry: string | number, more: object = {}) => ({
  ...{ user, subscription: 'default', expiry, ...more },
})

interface Shape {
  readonly name: string
  readonly kind: 'users' | 'licenses'
  readonly file: (hash: string) => string
  /** The keys that were imported before. */
  readonly keys?: object
  readonly query?: Readonly<Record<string, string>>
  /** New rows; the others are skipped, or wrong. */
  readonly made: number
}

const named = { keys: ['KEY-A', 'KEY-B', 'KEY-C'].map((key) => keyOf(key, { status: 'Used', usedon: String(paidS) })) }

const shapes: readonly Shape[] = [
  {
    ...{ name: 'keys of the newer file, in seconds, with states', kind: 'licenses', made: 7 },
    file: () =>
      JSON.stringify({
        keys: [
          keyOf('FRESH', { note: 'for the fair' }),
          keyOf('HOURS', { expiry: 90_000 }),
          keyOf('USED', { status: 'Used', usedon: String(paidS) }),
          keyOf('USED-LONG-AGO', { status: 'Used' }),
          keyOf('BANNED', { status: 'Banned', banned: 'chargeback' }),
          keyOf('USED-BANNED', { status: 'Used', usedon: paidS, banned: 'leaked' }),
          keyOf('LIFETIME', { expiry: '9999999999' }),
          keyOf('', {}),
          'no key at all',
        ],
        tokens: [{ token: 'a', assigned: 'FRESH' }, { token: 'b' }],
      }),
  },
  {
    ...{ name: 'keys of the older list, in days', kind: 'licenses', made: 2 },
    file: () =>
      JSON.stringify([
        { key: 'KEYAUTH-AB12CD', level: '1', expiry: 30 },
        { key: 'KEYAUTH-PART', level: 2, expiry: 0.5 },
      ]),
  },
  {
    ...{ name: 'keys as text', kind: 'licenses', made: 3, query: { keys: 'inactive' } },
    file: () => 'KEYAUTH-1,1,30| KEYAUTH-2 , 2, 0.5\r\nKEYAUTH-3,1,99999',
  },
  {
    ...{ name: 'users with subscriptions', kind: 'users', made: 8 },
    file: (hash) =>
      JSON.stringify({
        users: [
          userOf('two', hash),
          userOf('paused', hash),
          userOf('flagged', hash),
          userOf('lifetime', hash),
          userOf('old', hash),
          userOf('none', hash),
          userOf('banned', hash, { banned: 'chargeback', email: 'b@example.com' }),
          userOf('blank', null, { email: 'f1d2d2f924e986ac86fdf7b36c94bcdf32beec15' }),
          userOf('TWO', hash),
          userOf('x'.repeat(70), hash),
          { username: 7 },
        ],
        subscription: [
          until('two', String(soonS)),
          until('two', String(soonS + 900)),
          until('paused', '7200'),
          until('flagged', String(soonS), { paused: '1' }),
          until('lifetime', 9_999_999_999),
          until('old', '1500000000'),
          until('banned', String(soonS)),
          until('blank', String(soonS)),
        ],
      }),
  },
  {
    ...{ name: 'users with the keys of their subscriptions', kind: 'users', made: 3, keys: named },
    file: (hash) =>
      JSON.stringify({
        users: [userOf('bound', hash), userOf('taken', hash), userOf('lost', hash)],
        subscription: [
          until('bound', String(soonS), { key: 'KEY-A' }),
          until('taken', String(soonS), { key: 'KEY-A' }),
          until('lost', String(soonS), { key: 'DELETED-THERE' }),
        ],
      }),
  },
  {
    ...{ name: 'users whose name is a key', kind: 'users', made: 3, keys: named, query: { hwids: 'keep' } },
    file: (hash) =>
      JSON.stringify({
        users: [userOf('KEY-A', hash, { hwid: 'S-1-5-21-1' }), userOf('KEY-B', hash), userOf('named', hash)],
        subscription: [until('KEY-A', String(soonS), { key: 'KEY-A' })],
      }),
  },
]

describeOnBothDatabases('a file of KeyAuth', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '1000' })
  let hash: string
  beforeAll(async () => {
    hash = await phpHash('secret of lena')
  })

  describe.each(shapes)('$name', ({ kind, file, keys, query = {}, made }) => {
    let w: World
    const signedIn = async () => ({ cookie: await startDashboardSession(suite.test, suite.maker.id) })
    const run = async (more: Readonly<Record<string, string>> = {}) =>
      importFile(
        suite.test,
        await signedIn(),
        w.applicationId,
        { kind, format: 'keyauth', ...query, ...more },
        file(hash),
      )
    /** Everything of the application that an import could change. */
    const rows = async () => {
      const { reads } = suite.database
      const users = reads.selectFrom('app_users').selectAll().where('application_id', '=', w.applicationId)
      const licenses = reads.selectFrom('licenses').selectAll().where('application_id', '=', w.applicationId)
      return {
        users: await users.orderBy('id').execute(),
        licenses: await licenses.orderBy('id').execute(),
        hashes: await w.stores.hashCounts.of(w.applicationId),
        application: await w.stores.applications.find(w.applicationId),
      }
    }
    beforeAll(async () => {
      w = await createWorld(suite, alwaysSignedIn(suite.test, suite.maker), { licenseLogin: true })
      if (!keys) return
      const earlier = { kind: 'licenses', format: 'keyauth' }
      await importFile(suite.test, await signedIn(), w.applicationId, earlier, JSON.stringify(keys))
    })

    it('is told by a dry run, which changes nothing, exactly as it is imported', async () => {
      const before = await rows()
      const dry = await run({ dryRun: 'true' })
      expect(await rows()).toEqual(before)
      const real = await run()
      expect(real.end.message).toBeUndefined()
      expect(dry.rows).toEqual(real.rows)
      const counts = ({ end: { new: added, changed, unchanged, skipped, wrong } }: typeof real) => ({
        ...{ added, changed, unchanged, skipped, wrong },
      })
      expect(counts(dry)).toEqual(counts(real))
      expect(counts(real)).toMatchObject({ added: made, changed: 0 })
      const after = await rows()
      const grown = after[kind].length - before[kind].length
      expect(grown).toBe(made)
    })

    it.each(['skip', 'update'])('changes 0 rows the second time (%s), a day later too', async (existing) => {
      const before = await rows()
      for (const waitMs of [0, dayS * 1000]) {
        suite.test.clock.advance(waitMs)
        const { end } = await run({ existing })
        expect(end.message).toBeUndefined()
        expect(end).toMatchObject({ new: 0, changed: 0 })
        expect(await rows()).toEqual(before)
      }
    })
  })
})
