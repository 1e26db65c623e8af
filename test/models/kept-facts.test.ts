import fc from 'fast-check'
import { beforeAll, expect, it, vi } from 'vitest'
import { hashToken } from '../../src/server/lib/tokens.ts'
import type { HotStore } from '../../src/server/store/hot/hot-store.ts'
import { openHotStore } from '../../src/server/store/hot/open-hot-store.ts'
import { describeOnBothDatabases } from '../harness/databases.ts'
import { freshSession, freshUser } from '../harness/fresh-facts.ts'
import { printFigure } from '../harness/print-figure.ts'
import { useSuite } from '../harness/use-suite.ts'
import { createWorld, type World } from '../harness/world.ts'
import { LicensingModel } from './licensing.ts'
import { anyCommandSequence } from './licensing-commands.ts'
import { runLicensingCommand } from './run-licensing-command.ts'

// hundreds of calls are slow on a busy machine
vi.setConfig({ testTimeout: 3_600_000 })

const sequences = Number(process.env.MODEL_RUNS ?? 12)

type Other = (w: World, username: string, id: number) => Promise<unknown>
/** What the commands of the licensing model lack: hardware ids, sessions, settings and the blacklist. */
const others: Readonly<Record<string, Other>> = {
  login: (w, username) => w.login({ username }, { hwid: 'PC-1' }),
  resetHwid: (w, _name, id) => w.maker.api('POST', `${w.base}/users/${id}/reset-hwid`),
  lockHwid: (w, _name, id) => w.maker.api('PUT', `${w.base}/users/${id}`, { isHwidLocked: true }),
  changeEmail: (w, name, id) => w.maker.api('PUT', `${w.base}/users/${id}`, { email: `${name}@example.com` }),
  endSessionsOf: (w, _name, id) => w.maker.api('DELETE', `${w.base}/sessions?userId=${id}`),
  settings: (w) => w.maker.api('PATCH', w.base, { hwidLockEnabled: false }),
  block: (w) => w.maker.api('POST', '/api/blacklist', { applicationId: w.applicationId, type: 'hwid', value: 'PC-1' }),
  unknownUser: (w) => w.verify({ id: 1 }),
}
const other = fc.record({ what: fc.constantFrom(...Object.keys(others)), at: fc.nat({ max: 5 }) })

describeOnBothDatabases('whatever the dashboard and the public API change', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '100000' })
  let hot: HotStore
  beforeAll(async () => {
    hot = openHotStore(suite.database)
  })

  let compared = 0
  /** Facts are what the rows say, and a heartbeat of a user who may not go on is refused. */
  async function compare({ applicationId, beat }: World, ids: readonly number[], tokens: readonly string[]) {
    for (const id of ids) {
      const fresh = await freshUser(suite.database, applicationId, id)
      const facts = await hot.accessById(applicationId, id)
      if (fresh) expect(facts).toMatchObject(fresh)
      else expect(facts).toBeUndefined()
    }
    for (const token of tokens) {
      const fresh = await freshSession(suite.database, applicationId, hashToken(token))
      const session = await hot.sessionByToken(applicationId, hashToken(token))
      if (fresh) expect(session).toMatchObject(fresh)
      else expect(session).toBeUndefined()
      const { code } = (await beat(token)).body
      const isOut = !fresh?.user?.isActive || fresh.user.isBanned || fresh.user.isPaused || fresh.endedAtMs !== null
      if (isOut) expect(code).not.toBe('session_alive')
      compared += 1
    }
  }

  it(`no heartbeat and no verify is answered from older facts: ${sequences} sequences`, async () => {
    const sequence = fc.record({
      acts: anyCommandSequence(12),
      between: fc.array(other, { minLength: 12, maxLength: 12 }),
    })
    await fc.assert(
      fc.asyncProperty(sequence, async ({ acts, between }) => {
        const world = await createWorld(suite, suite.maker)
        const run = { world, model: new LicensingModel(), maker: suite.maker, nowMs: suite.test.clock.nowMs() }
        const tokens: string[] = []
        const ids = new Set<number>()
        for (const [place, act] of acts.entries()) {
          await runLicensingCommand(run, act)
          const { users } = run.model
          for (const { id } of users) ids.add(id)
          await compare(world, [...ids], tokens)
          const { what, at } = between[place] ?? { what: '', at: 0 }
          const user = users[at % Math.max(1, users.length)]
          if (!user) continue
          await others[what]?.(world, user.name, user.id)
          await compare(world, [...ids], tokens)
          const started = await world.start(user)
          if (started.status === 200) tokens.push(String(started.body.session_token))
        }
        await world.maker.api('DELETE', world.base)
        await compare(world, [...ids], tokens)
      }),
      { numRuns: sequences },
    )
    printFigure(`${suite.database.engine}: ${compared} sessions compared`)
    expect(compared).toBeGreaterThan(sequences)
  })
})
