import { expect, it } from 'vitest'
import { createTestApp } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { createStaggering, refusalDelayMs } from '../../lib/delay-refusal.ts'
import { limitTable } from '../../lib/limits/limit-table.ts'

/** How long the requests took in all. A timer never fires early, but may fire late. */
async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startMs = performance.now()
  const result = await work()
  return [result, performance.now() - startMs]
}
const leastMs = refusalDelayMs - 1

describeOnBothDatabases('an address that goes on calling while it is told to wait', (open) => {
  it('is told so a second later, in the public API and in the dashboard', async () => {
    const test = await createTestApp({ database: await open(), delaysRefusals: true })
    try {
      const verify = (remoteAddress = '192.0.2.7') =>
        test.http.inject({ method: 'POST', url: '/api/v1/verify', remoteAddress, payload: { user_id: 1 } })
      const administer = () =>
        test.http.inject({
          url: '/api/admin/users',
          remoteAddress: '192.0.2.7',
          headers: { 'x-admin-key': 'a wrong one' },
        })
      const { limit } = limitTable.invalidKeys
      const free = limitTable.refusalsAtOnce.limit
      const first = await Promise.all(Array.from({ length: limit + free }, () => verify()))
      expect(first.filter(({ statusCode }) => statusCode === 429)).toHaveLength(free)

      const [late, tookMs] = await timed(() => Promise.all(Array.from({ length: 200 }, () => verify())))
      expect(new Set(late.map(({ statusCode }) => statusCode))).toEqual(new Set([429]))
      // One after another: delayed together they would be retried together.
      const nextEndMs = createStaggering()
      const endsMs = Array.from({ length: 200 }, () => nextEndMs(0))
      // a timer counts from the beginning of its tick
      expect(tookMs).toBeGreaterThan((leastMs + Number(endsMs.at(-1))) / 2)

      for (let n = 0; n < limitTable.wrongAdminKeysOfAddress.limit; n += 1) await administer()
      const [refused, refusedMs] = await timed(administer)
      expect(refused.statusCode).toBe(429)
      expect(refusedMs).toBeGreaterThanOrEqual(leastMs)

      // No other address is delayed, nor this one where it is within its limit.
      expect((await verify('192.0.2.8')).statusCode).toBe(401)
      expect((await test.http.inject({ url: '/healthz', remoteAddress: '192.0.2.7' })).statusCode).toBe(200)
    } finally {
      await test.close()
    }
  })
})
