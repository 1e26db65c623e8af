import { expect, it, onTestFinished, vi } from 'vitest'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { createWorld, openSuite, type World } from '../../../test/harness/world.ts'

const addressOf = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`

/** Fills the throttle's memory of a minute without writing 50,000 rows. */
async function crowd({ test, applicationId }: World): Promise<void> {
  const entry = { applicationId, event: 'login_failed', success: false, code: 'invalid_credentials' } as const
  const rest = { userId: null, username: 'somebody', userAgent: '', count: 1, at: test.clock.now() }
  const unwritten = vi.spyOn(test.stores, 'transaction').mockResolvedValue(undefined)
  for (let n = 0; n < 50_000; n += 1) {
    await test.app.recorder.recordAlone({ ...entry, ...rest, ipAddress: addressOf(n) })
  }
  unwritten.mockRestore()
}

describeOnBothDatabases('while 50,000 addresses are refused at one application', (open) => {
  it('of 200 refusals at once of another one, and of its own, twenty are listed and all are counted', async () => {
    const suite = await openSuite(await open())
    onTestFinished(() => suite.test.close())
    const { test } = suite
    const crowded = await createWorld(suite, suite.maker)
    const other = await createWorld(suite, suite.maker)
    await crowd(crowded)
    const refused = ({ login }: World) =>
      Array.from({ length: 200 }, (_, n) => login({ username: `nobody ${n}` }, {}, { ip: `198.18.0.${n}` }))
    for (const world of [crowded, other]) {
      const answers = await Promise.all(refused(world))
      expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['invalid_credentials']))
      expect(await world.activity()).toHaveLength(20)
    }
    test.clock.advance(60_000)
    await test.app.recorder.flush()
    for (const { activity } of [crowded, other]) {
      const rows = await activity()
      expect(rows).toHaveLength(21)
      expect(rows[0]).toMatchObject({ event: 'login_failed', count: 180 })
    }
  })
})
