import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { expect, it } from 'vitest'
import type { Tables } from '../db/tables.ts'
import { type CounterStep, counterStore } from './activity/counters.ts'
import { type EventStep, eventCountStore } from './activity/event-counts.ts'
import { type LimitAddition, rateLimitStore } from './installation/rate-limits.ts'

/** What some work would write, statement by statement. */
async function writtenBy(work: (db: Kysely<Tables>) => Promise<unknown>): Promise<(readonly unknown[])[]> {
  const written: (readonly unknown[])[] = []
  const db = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (each) => new PostgresIntrospector(each),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void written.push(query.parameters),
  })
  await work(db)
  return written
}

/** Two nodes that lock the same rows in different orders deadlock, and one is rolled back. */
async function expectOneOrder<Step>(
  steps: readonly Step[],
  add: (db: Kysely<Tables>, steps: readonly Step[]) => Promise<unknown>,
): Promise<void> {
  const [one, other] = [await writtenBy((db) => add(db, steps)), await writtenBy((db) => add(db, [...steps].reverse()))]
  expect(one.length).toBeGreaterThan(0)
  expect(other).toEqual(one)
}

it('counts of one name are added in the order of their days, whoever counted which first', async () => {
  const step: CounterStep = { applicationId: 1, name: 'login:login_successful', day: 1, by: 1 }
  const steps = [step, { ...step, day: 2 }, { ...step, day: 3 }, { ...step, name: 'api_requests' as const, day: 0 }]
  await expectOneOrder(steps, (db, each) => counterStore(db).add(each))
})

it('events of a day are added in the order of their names, whatever the hour was', async () => {
  const of = (hour: number, event: EventStep['event']): EventStep => ({ applicationId: 1, event, hour, by: 1 })
  await expectOneOrder([of(25, 'user_login'), of(25, 'session_end')], (db, each) => eventCountStore(db).add(each))
  const days = async (steps: EventStep[]) =>
    (await writtenBy((db) => eventCountStore(db).add(steps))).filter((row) => row[2] === 1).map((row) => row[1])
  expect(await days([of(25, 'user_login'), of(26, 'session_end')])).toEqual(
    await days([of(25, 'session_end'), of(26, 'user_login')]),
  )
})

it('counts of limits are added in the order of their keys', async () => {
  const of = (keyHash: string): LimitAddition => ({
    name: 'login',
    keyHash,
    count: 1,
    firstAtMs: 1,
    lastAtMs: 1,
    aliveAfterMs: 0,
    isReset: false,
  })
  await expectOneOrder([of('b'), of('a'), of('c')], (db, each) => rateLimitStore(db).add(each, new Date(1)))
})
