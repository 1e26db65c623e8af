import { afterAll, beforeAll, expect, it } from 'vitest'
import { whileRowLocked } from '../../../../test/harness/database-faults.ts'
import { describeOnPostgres } from '../../../../test/harness/databases.ts'
import { ndjsonLines } from '../../../../test/harness/import-file.ts'
import { createWorld, openSuite, type Suite, type World } from '../../../../test/harness/world.ts'
import type { BulkLine } from '../../../shared/contract/bulk.ts'

type Kind = 'users' | 'licenses'
type End = Extract<BulkLine, { type: 'end' }>

describeOnPostgres('a change of many that waited for somebody else’s', (open) => {
  let suite: Suite
  let w: World
  beforeAll(async () => {
    // not strict: the transaction that holds the lock waits for the other statement
    suite = await openSuite(await open({ isStrict: false }), { RATE_LIMIT_SCALE: '1000' })
  })
  afterAll(() => suite.test.close())

  const runBeside = async (
    kind: Kind,
    asked: object,
    table: 'app_users' | 'licenses',
    id: number,
    set: Readonly<Record<string, number>>,
  ) => {
    const { token } = await w.dashboard<{ token: string }>('POST', `${w.base}/${kind}/bulk/preview`, asked)
    const running = () => w.maker.api('POST', `${w.base}/${kind}/bulk`, { ...asked, token })
    const lines = ndjsonLines<BulkLine>((await whileRowLocked(suite.database, table, id, set, running)).text)
    const rows = lines.flatMap((line) => (line.type === 'progress' ? line.rows : []))
    return { end: lines.at(-1) as End, results: new Map(rows.map((row) => [row.id, row.result])) }
  }

  it.each([{ type: 'delete' }, { type: 'pause' }, { type: 'add_days', days: 7 }])(
    'leaves alone, in doing %j, a user whose ban was lifted meanwhile, and says so',
    async (action) => {
      w = await createWorld(suite, suite.maker)
      const fields = { expiresAt: new Date('2030-01-01T00:00:00.000Z') }
      const [pardoned, banned] = [await w.user(fields, { isBanned: true }), await w.user(fields, { isBanned: true })]
      const before = await suite.test.stores.appUsers.find(w.applicationId, pardoned.id)
      const asked = { selection: { filter: { status: 'banned' } }, action }
      const { end, results } = await runBeside('users', asked, 'app_users', pardoned.id, { is_banned: 0 })
      expect(end).toMatchObject({ total: 2, changed: 1, skipped: 1, failed: 0 })
      expect([results.get(pardoned.id), results.get(banned.id)]).toEqual(['skipped', 'changed'])
      expect(await suite.test.stores.appUsers.find(w.applicationId, pardoned.id)).toEqual({
        ...before,
        isBanned: false,
      })
      expect((await suite.test.stores.applications.find(w.applicationId))?.userCount).toBe(
        action.type === 'delete' ? 1 : 2,
      )
    },
  )

  it.each([{ type: 'delete' }, { type: 'set_description', description: 'swept' }])(
    'leaves alone, in doing %j, a license that was switched on meanwhile, and says so',
    async (action) => {
      w = await createWorld(suite, suite.maker)
      const [revived, off] = [await w.license({ isActive: false }), await w.license({ isActive: false })]
      const asked = { selection: { filter: { status: 'inactive' } }, action }
      const { end, results } = await runBeside('licenses', asked, 'licenses', revived.id, { is_active: 1 })
      expect(end).toMatchObject({ total: 2, changed: 1, skipped: 1, failed: 0 })
      expect([results.get(revived.id), results.get(off.id)]).toEqual(['skipped', 'changed'])
      expect(await suite.test.stores.licenses.find(w.applicationId, revived.id)).toMatchObject({
        isActive: true,
        description: '',
      })
    },
  )

  it('of two who delete the same users each says whom it deleted', async () => {
    w = await createWorld(suite, suite.maker)
    const { licenseKey } = await w.license({ maxUsers: 30 })
    for (let n = 0; n < 30; n += 1) await w.register({ username: `twice-${n}`, license_key: licenseKey })
    const asked = { selection: { filter: { q: 'twice' } }, action: { type: 'delete' } }
    const tokens = await Promise.all(
      [1, 2].map(() => w.dashboard<{ token: string }>('POST', `${w.base}/users/bulk/preview`, asked)),
    )
    const answers = await Promise.all(
      tokens.map(({ token }) => w.maker.api('POST', `${w.base}/users/bulk`, { ...asked, token })),
    )
    const deleted = answers.flatMap(({ status, text }) =>
      status === 200 ? [(ndjsonLines<BulkLine>(text).at(-1) as End).changed] : [],
    )
    expect(deleted.reduce((sum, changed) => sum + changed, 0)).toBe(30)
    expect((await suite.test.stores.applications.find(w.applicationId))?.userCount).toBe(0)
  })
})
