import { describe, expect, it } from 'vitest'
import { failing, useLimitSuite } from '../../../../test/harness/limit-suite.ts'
import { printFigure } from '../../../../test/harness/print-figure.ts'
import type { Person, World } from '../../../../test/harness/world.ts'

describe('the limits of logins, as shipped', () => {
  const suite = useLimitSuite()

  describe('R1: failed logins of an address', () => {
    it('are ten in five minutes, whatever the names; the eleventh is not even hashed', async () => {
      const world = await suite.fresh()
      const { user, login } = world
      const names = Array.from({ length: 10 }, (_, n) => `name ${n}`)
      for (const username of names) expect((await failing(world, username)()).status).toBe(401)
      const honest = await user()
      const seconds = await suite.refused(() => login(honest), 300)
      await suite.passesAfter(seconds, () => login(honest))
    })

    it('count no success', async () => {
      const world = await suite.fresh()
      const { user, login } = world
      const honest = await user()
      expect(await suite.codes(9, failing(world, 'x'))).toEqual(['invalid_credentials'])
      expect(await suite.codes(20, () => login(honest))).toEqual(['login_successful'])
      expect((await failing(world, 'y')()).status).toBe(401)
      await suite.refused(failing(world, 'z'), 300)
    })

    it('do not reach another address, application or another way in', async () => {
      const world = await suite.fresh()
      const { user, login, verify, start, register } = world
      const honest = await user()
      await suite.codes(11, failing(world, 'x'))
      await suite.refused(() => login(honest), 300)
      expect((await login(honest, {}, { ip: '203.0.113.1' })).status).toBe(200)
      expect((await verify(honest)).status).toBe(200)
      expect((await start(honest)).status).toBe(200)
      expect((await register()).status).toBe(200)
      const { ip } = world
      const other = await suite.fresh()
      const neighbor = await other.user()
      expect((await other.login(neighbor, {}, { ip })).status).toBe(200)
    })

    it('count an IPv6 customer by the /64', async () => {
      const world = await suite.fresh()
      let host = 0
      const from = (net: string) => () => {
        host += 1
        return failing(world, `six ${host}`, `2001:db8:0:${net}::${host.toString(16)}`)()
      }
      expect(await suite.codes(10, from('1'))).toEqual(['invalid_credentials'])
      await suite.refused(from('1'), 300)
      expect((await from('2')()).status).toBe(401)
    })

    it('of a thousand names at once let no more than ten be hashed', async () => {
      const world = await suite.fresh()
      const answers = await Promise.all(Array.from({ length: 1000 }, (_, n) => failing(world, `stuffed ${n}`)()))
      const count = (status: number) => answers.filter((each) => each.status === status).length
      printFigure(`1,000 names at once: ${count(401)} hashed, ${count(429)} x 429, ${count(503)} x 503`)
      expect(count(401)).toBe(10)
      expect(count(401) + count(429) + count(503)).toBe(1000)
    })
  })

  describe('R2: failed logins of a name', () => {
    /** Each from an address of its own. */
    const attacker = (world: World) => {
      let n = 0
      return (username: string) => {
        n += 1
        return failing(world, username, `172.16.${n >> 8}.${n & 255}`)()
      }
    }

    it('are ten free ones, then the wait doubles up to 15 minutes; a success forgets them', async () => {
      const world = await suite.fresh()
      const { user, login } = world
      const victim = await user({ username: 'Víctim' })
      const attack = attacker(world)
      const spellings = ['Víctim', 'VI\u0301CTIM', ' víctim ']
      for (let n = 0; n < 10; n += 1) expect((await attack(spellings[n % 3] ?? '')).status).toBe(401)
      const waits: number[] = []
      for (let n = 0; n < 12; n += 1) {
        const seconds = await suite.refused(() => attack('victim'.replace('i', 'í')), 900)
        waits.push(seconds)
        suite.clock.advance(seconds * 1000)
        expect((await attack('VÍCTIM')).status).toBe(401)
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
      suite.clock.advance(900_000)
      expect((await login(victim, {}, { ip: '203.0.113.5' })).status).toBe(200)
      expect(await suite.codes(10, () => attack(victim.username))).toEqual(['invalid_credentials'])
    })

    it('are a hundred a day, from however many addresses, while the bound device logs in', async () => {
      const world = await suite.fresh()
      const { user, login } = world
      const victim = await user({ isHwidLocked: true, hwid: 'PC-1' })
      const attack = attacker(world)
      let hashed = 0
      let own = 0
      for (let n = 0; n < 300; n += 1) {
        if ((await attack(victim.username)).status === 401) hashed += 1
        if (n % 15 === 0 && (await login(victim, { hwid: 'PC-2' }, { ip: '203.0.113.8' })).status === 401) hashed += 1
        suite.clock.advance(240_000)
      }
      // the user's own device gets in during the whole attack
      for (let n = 0; n < 20; n += 1) {
        if ((await login(victim, { hwid: 'PC-1' }, { ip: `172.16.0.${n + 1}` })).status === 200) own += 1
        await attack(victim.username)
      }
      printFigure(`1 name from 300 addresses in 20 hours: ${hashed} hashed; the bound device: ${own} of 20 logins`)
      expect(hashed).toBeLessThanOrEqual(100)
      expect(own).toBe(20)
    })
  })

  describe('R3: failed logins of the bound device', () => {
    it('are ten in five minutes of its own, counted apart from all others', async () => {
      const world = await suite.fresh()
      const { user, login } = world
      const owner = await user({ isHwidLocked: true, hwid: 'PC-1' })
      await suite.codes(11, failing(world, 'stranger'))
      await suite.refused(failing(world, 'stranger'), 300)
      const mistyped = () => login(owner, { hwid: 'PC-1', password: 'wrong' })
      expect(await suite.codes(10, mistyped)).toEqual(['invalid_credentials'])
      const seconds = await suite.refused(() => login(owner, { hwid: 'PC-1' }), 300)
      await suite.passesAfter(seconds, () => login(owner, { hwid: 'PC-1' }))
    })
  })

  it('R4: 500 honest logins at once behind one address are all let in', { timeout: 120_000 }, async () => {
    const world = await suite.fresh()
    const { user, login } = world
    const people: Person[] = []
    for (let n = 0; n < 500; n += 1) people.push(await user())
    const answers = await Promise.all(people.map((each) => login(each)))
    const count = (status: number) => answers.filter((each) => each.status === status).length
    printFigure(`500 honest logins at once: ${count(200)} x 200, ${count(503)} x 503, ${count(429)} x 429`)
    expect([count(200), count(429), count(503)]).toEqual([500, 0, 0])
    for (const each of people.slice(0, 3)) expect((await login(each)).status).toBe(200)
  })
})
