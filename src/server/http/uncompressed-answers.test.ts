import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { createWorld, openSuite } from '../../../test/harness/world.ts'

const asks = { 'accept-encoding': 'br, gzip, deflate, zstd' }

describeOnBothDatabases('an answer with data of an account', (open) => {
  it('is not compressed, whatever is accepted: its size would tell what stands beside a text of strangers', async () => {
    const suite = await openSuite(await open())
    const world = await createWorld(suite, suite.maker)
    const read = async (path: string) => {
      const answer = await world.test.call('GET', path, { headers: { ...asks, cookie: suite.maker.cookie } })
      expect([path, answer.status]).toEqual([path, 200])
      expectPlain(answer)
      return answer
    }
    for (let count = 0; count < 30; count += 1) await world.user({ email: `user${count}@example.com` })
    const person = await world.user()
    for (const path of ['licenses', 'sessions', 'stats']) await read(`${world.base}/${path}`)
    for (const path of ['applications', 'activity-logs', 'blacklist', 'audit', 'webhooks', 'account', 'auth/user']) {
      await read(`/api/${path}`)
    }
    expect((await read(`${world.base}/users`)).text.length).toBeGreaterThan(2_000)
    expectPlain(await world.login(person, {}, { headers: asks }))
    expectPlain(await world.verify(person, {}, { headers: asks }))
  })
})

function expectPlain({ headers, text }: { readonly headers: object; readonly text: string }): void {
  expect(headers).not.toHaveProperty('content-encoding')
  expect(() => JSON.parse(text)).not.toThrow()
}
