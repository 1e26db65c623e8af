import { AsyncLocalStorage } from 'node:async_hooks'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type TestAccount, testPassword } from '../harness/create-test-app.ts'
import { type TransactionOutcome, withFaultInjection } from '../harness/database-faults.ts'
import { describeOnBothDatabases } from '../harness/databases.ts'
import { printFigure } from '../harness/print-figure.ts'
import { scannedCounts } from '../harness/scanned-counts.ts'
import { createWorld, openSuite, type Suite, type World } from '../harness/world.ts'
import { LicensingModel } from './licensing.ts'
import { anyCommandSequence } from './licensing-commands.ts'
import { runLicensingCommand } from './run-licensing-command.ts'

// thousands of commands are slow on a busy machine
vi.setConfig({ testTimeout: 3_600_000 })

const sequences = Number(process.env.MODEL_RUNS ?? 20)
/** This many run side by side, command by command, since they share one clock. */
const atOnce = 10
const maxActs = 16
const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The outcomes of a command's first transactions. */
const anyEndings = fc.array(
  fc.constantFrom<TransactionOutcome>('committed', 'committed', 'committed', 'repeated', 'refused', 'taken back'),
  { maxLength: 2 },
)

const batch = fc.record({
  endings: fc.array(anyEndings, { minLength: maxActs, maxLength: maxActs }),
  gapsMs: fc.array(fc.constantFrom(0, 0, 0, 1, hourMs, dayMs, 8 * dayMs), { minLength: maxActs, maxLength: maxActs }),
  played: fc.array(anyCommandSequence(maxActs), {
    minLength: 1,
    maxLength: atOnce,
    size: 'max',
  }),
})

interface Play {
  readonly world: World
  readonly model: LicensingModel
  /** The latest expiry that anything but an undo has set, by ID. */
  readonly given: { readonly users: Map<number, number>; readonly licenses: Map<number, number> }
}

describeOnBothDatabases('users, licenses, seats and expiries', (open) => {
  let suite: Suite
  let failed = 0
  /** Of the command under way. */
  const plan = new AsyncLocalStorage<TransactionOutcome[]>()
  beforeAll(async () => {
    const next = () => {
      const ending = plan.getStore()?.shift() ?? 'committed'
      if (ending !== 'committed') failed += 1
      return ending
    }
    suite = await openSuite(withFaultInjection(await open(), next), { RATE_LIMIT_SCALE: '100000' })
  })
  afterAll(() => suite.test.close())

  let plays = 0
  let made = 0
  let undone = 0

  const signIn = async (): Promise<TestAccount> => {
    const { email, id } = suite.maker
    const { headers } = await suite.test.call('POST', '/api/auth/login', { body: { email, password: testPassword } })
    const cookie = String(headers['set-cookie'] ?? '').split(';')[0] ?? ''
    const api: TestAccount['api'] = (method, path, body) =>
      suite.test.call(method, path, { ...(body !== undefined && { body }), headers: { cookie } })
    return { id, email, cookie, api }
  }

  /** Everything that the database holds of an application. */
  const held = async ({ applicationId }: World) => {
    const { reads } = suite.database
    const users = reads.selectFrom('app_users').selectAll().where('application_id', '=', applicationId)
    const licenses = reads.selectFrom('licenses').selectAll().where('application_id', '=', applicationId)
    const application = await suite.test.stores.applications.find(applicationId)
    return { users: await users.execute(), licenses: await licenses.execute(), application }
  }

  /** The counts that the dashboard shows are those of the rows. */
  const compareCounts = async ({ world }: Play, maker: TestAccount) => {
    const { users, licenses } = await held(world)
    const scanned = scannedCounts(users, licenses, suite.test.clock.now())
    const stats = await maker.api('GET', `${world.base}/stats`)
    expect(stats.body).toMatchObject({ totalUsers: users.length, activeUsers: scanned.users })
    const { total: totalKeys, active: activeKeys, users: totalUsers, expired: expiredKeys } = scanned.licenses
    const summary = await maker.api('GET', `${world.base}/licenses/summary`)
    expect(summary.body).toEqual({ totalKeys, activeKeys, totalUsers, expiredKeys })
  }

  /** The rows match the responses, and nobody has more than was granted. */
  const compare = async ({ world, model, given }: Play, isUndo: boolean) => {
    const { users, licenses, application } = await held(world)
    const byId = <Row extends { readonly id: number }>(rows: readonly Row[]) => [...rows].sort((a, b) => a.id - b.id)
    expect(
      byId(users).map((row) => ({
        id: row.id,
        name: row.username,
        expires: row.expires_at,
        license: row.license_id,
        isActive: row.is_active === 1,
        isPaused: row.is_paused === 1,
        isBanned: row.is_banned === 1,
      })),
    ).toEqual(byId(model.users))
    expect(
      byId(licenses).map((row) => ({
        id: row.id,
        maxUsers: row.max_users,
        days: row.validity_days,
        expires: row.expires_at,
        isActive: row.is_active === 1,
      })),
    ).toEqual(byId(model.licenses).map(({ key: _key, ...license }) => license))
    expect(application).toMatchObject({ userCount: users.length, licenseCount: licenses.length })
    for (const { id, current_users: taken, max_users: seats, expires_at: expires } of licenses) {
      expect(taken).toBe(users.filter((user) => user.license_id === id).length)
      expect(taken).toBeLessThanOrEqual(seats)
      if (taken > 0) expect(expires).not.toBeNull()
      keepOrCompare(given.licenses, id, expires ?? 0, isUndo)
    }
    for (const { id, expires_at: expires, license_id: license, is_active: isActive, password_hash: hash } of users) {
      // without a license only the user's own expiry counts
      if (license === null) keepOrCompare(given.users, id, expires ?? Number.POSITIVE_INFINITY, isUndo)
      if (hash === '')
        expect(model.users.some((user) => user.id === id && user.isActive === (isActive === 1))).toBe(true)
    }
  }

  it(`hold what was told, and no more time or seats than were given: ${sequences} sequences`, async () => {
    const property = fc.asyncProperty(batch, async ({ endings, gapsMs, played }) => {
      let maker = await signIn()
      const begun: Play[] = []
      for (const _acts of played) {
        const world = await createWorld(suite, maker)
        begun.push({ world, model: new LicensingModel(), given: { users: new Map(), licenses: new Map() } })
      }
      plays += begun.length
      for (const [round, gapMs] of gapsMs.entries()) {
        const nowMs = suite.test.clock.nowMs()
        const rounds = begun.map(async (each, index) => {
          const act = played[index]?.[round]
          if (!act) return
          made += 1
          if (act.act === 'undo') undone += 1
          const ends = endings[(round + index) % maxActs] ?? []
          await plan.run(outcomesFor(act, ends), () => runLicensingCommand({ ...each, maker, nowMs }, act))
          await compare(each, act.act === 'undo')
        })
        await Promise.all(rounds)
        suite.test.clock.advance(gapMs)
        if (gapMs >= hourMs) maker = await signIn()
        for (const each of begun) await compareCounts(each, maker)
      }
    })
    while (plays < sequences) await fc.assert(property, { numRuns: 2 })
    printFigure(
      `${suite.database.engine}: ${plays} sequences, ${made} acts, ${undone} of them undo, ${failed} commits that failed or ran again`,
    )
    expect(undone).toBeGreaterThan(plays / 4)
    expect(failed).toBeGreaterThan(plays)
  })
})

/** An import that fails keeps the rows that it has told; here none does, but its transactions run again. */
function outcomesFor({ act }: { readonly act: string }, ends: readonly TransactionOutcome[]): TransactionOutcome[] {
  return ends.map((end) => (act.startsWith('import') && end !== 'committed' ? 'repeated' : end))
}

/** An undo sets no later expiry than there ever was; any other change may, since somebody asked for it. */
function keepOrCompare(given: Map<number, number>, id: number, end: number, isUndo: boolean): void {
  const latest = given.get(id)
  if (isUndo) expect(end).toBeLessThanOrEqual(latest ?? Number.POSITIVE_INFINITY)
  given.set(id, Math.max(latest ?? 0, end))
}
