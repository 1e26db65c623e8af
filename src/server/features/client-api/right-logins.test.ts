import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld, type Person, type World } from '../../../../test/harness/world.ts'

const minuteMs = 60_000

describeOnBothDatabases('logins with the right password', (open) => {
  const suite = useSuite(open)

  const world = async (): Promise<World> => createWorld(suite, await suite.test.account())
  const count = (answers: readonly { readonly status: number }[], status: number) =>
    answers.filter((answer) => answer.status === status).length

  it('are 30 a minute of one user, also from the known device; of 200 at once no more are hashed', async () => {
    const { user, login } = await world()
    const honest = await user({ isHwidLocked: true, hwid: 'PC-1' })
    const neighbor = await user()
    const answers = await Promise.all(Array.from({ length: 200 }, () => login(honest, { hwid: 'PC-1' })))
    expect([count(answers, 200), count(answers, 429)]).toEqual([30, 170])
    const refused = await login(honest, { hwid: 'PC-1' })
    expect(refused.body).toMatchObject({ success: false, code: 'rate_limited' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await login(neighbor)).status).toBe(200)
    suite.test.clock.advance(minuteMs)
    expect((await login(honest, { hwid: 'PC-1' })).status).toBe(200)
  })

  it('count no wrong password: who guesses at a user takes none of them', async () => {
    const { user, login } = await world()
    const honest = await user({ isHwidLocked: true, hwid: 'PC-1' })
    const wrong = Array.from({ length: 50 }, (_, place) =>
      login(honest, { password: 'wrong' }, { ip: `198.51.100.${place}` }),
    )
    const right = Array.from({ length: 30 }, () => login(honest, { hwid: 'PC-1' }))
    expect(count(await Promise.all(right), 200)).toBe(30)
    expect(count(await Promise.all(wrong), 200)).toBe(0)
  })

  it('are 600 a minute of one address, through all applications and by /64; 500 users of an office pass', async () => {
    const worlds = [await world(), await world(), await world()]
    let host = 0
    const inNetwork = () => {
      host += 1
      return { ip: `2001:db8:0:77::${host.toString(16)}` }
    }
    const people: { readonly of: World; readonly who: Person }[] = []
    for (let n = 0; n < 25; n += 1) for (const of of worlds) people.push({ of, who: await of.user() })
    const passed: number[] = []
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all(people.map(({ of, who }) => of.login(who, {}, inNetwork())))
      passed.push(count(answers, 200))
    }
    expect(passed.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => 75))
    expect(passed.reduce((sum, each) => sum + each, 0)).toBe(600)
    const [one] = people
    if (!one) throw new Error('nobody')
    expect((await one.of.login(one.who, {}, inNetwork())).status).toBe(429)
    expect((await one.of.login(one.who, {}, { ip: '2001:db8:0:78::1' })).status).toBe(200)
  })
})
