import { beforeAll, expect, it } from 'vitest'
import type { TestAccount } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { useTestApp } from '../../../../test/harness/use-suite.ts'

const password = 'a password of the tests'
const minuteMs = 60_000
const many = Array.from({ length: 200 }, (_, n) => n)

describeOnBothDatabases('guesses at the password of an end-user', (open) => {
  const test = useTestApp({ open })
  let maker: TestAccount
  let applications = 0
  beforeAll(async () => {
    maker = await test.account('user', 'guessed@example.com')
  })

  /** An application with a user who logged in from home, on the given hardware if any. */
  const furnish = async (hwid?: string) => {
    applications += 1
    const home = `203.0.113.${applications}`
    const made = await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', {
      name: `Guessed ${applications}`,
    })
    const { id, apiKey } = made.body
    await maker.api('PATCH', `/api/applications/${id}`, { hwidLockEnabled: hwid !== undefined })
    await maker.api('POST', `/api/applications/${id}/users`, { username: 'ada', password })
    const login = async (ip: string, more: object = {}) => {
      const body = { username: 'ada', password, ...(hwid && { hwid }), ...more }
      return (await test.call('POST', '/api/v1/login', { body, headers: { 'x-api-key': apiKey }, ip })).status
    }
    const register = async (ip: string, more: object) => {
      const body = { username: 'new', password, ...more }
      const headers = { 'x-api-key': apiKey }
      return (await test.call<{ code: string }>('POST', '/api/v1/register', { body, headers, ip })).body.code
    }
    expect(await login(home)).toBe(200)
    return { id, home, login, register }
  }
  const wrong = { password: 'wrong', hwid: undefined }
  const stranger = (n: number) => `10.${applications}.${n >> 8}.${n & 255}`
  const count = (statuses: readonly number[], status: number) => statuses.filter((each) => each === status).length

  it('from many addresses keep strangers out, and not the user at the address of the last login', async () => {
    const { home, login } = await furnish()
    const guesses = async () => {
      for (let n = 0; n < 20; n += 1) await login(stranger(n), wrong)
    }
    await guesses()
    for (let n = 0; n < 20; n += 1) {
      expect(await login(home)).toBe(200)
      expect(await login(stranger(900))).toBe(429)
      await guesses()
    }
    test.clock.advance(15 * minuteMs)
    expect(await login(stranger(900))).toBe(200)
    // the present network is known now
    await guesses()
    expect(await login(stranger(900))).toBe(200)
    expect(await login(home)).toBe(429)
  })

  it('from the same network under other names do not reach a user who is known there', async () => {
    const { home, login } = await furnish()
    for (let n = 0; n < 11; n += 1) await login(home, { username: `other ${n}`, password: 'wrong' })
    expect(await login(home, { username: 'other 12', password: 'wrong' })).toBe(429)
    expect(await login(home)).toBe(200)
  })

  it('know a user of IPv6 by the /64, and no other network', async () => {
    const { login } = await furnish()
    expect(await login('2001:db8:5:6::1')).toBe(200)
    await Promise.all(many.slice(0, 50).map((n) => login(stranger(n), wrong)))
    expect(await login('2001:db8:5:6:ffff::2')).toBe(200)
    expect(await login('2001:db8:5:7::1')).toBe(429)
  })

  it('make no address known, however they end, unless the user got in', async () => {
    const { home, login } = await furnish('PC-1')
    const guesser = stranger(800)
    expect(await login(guesser, { password: 'wrong' })).toBe(401)
    // The right password on another device is rejected, so the address stays unknown.
    expect(await login(guesser, { hwid: 'PC-2' })).not.toBe(200)
    await Promise.all(many.slice(0, 50).map((n) => login(stranger(n), wrong)))
    expect(await login(guesser, { hwid: 'PC-2', password: 'wrong' })).toBe(429)
    expect(await login(home, { hwid: 'PC-1' })).toBe(200)
    expect(await login(stranger(801), { hwid: 'PC-1' })).toBe(200)
  })

  it('are ten in five minutes from a known address, whatever hardware they name', async () => {
    const { home, login } = await furnish()
    const statuses = await Promise.all(many.map((n) => login(home, { password: 'wrong', hwid: `PC-${n}` })))
    expect(count(statuses, 401)).toBe(10)
    expect(count(statuses, 429)).toBe(190)
    expect(await login(home)).toBe(429)
    test.clock.advance(5 * minuteMs)
    expect(await login(home)).toBe(200)
  })

  it('are ten in five minutes with the bound hardware id, wherever it is sent from', async () => {
    const { login } = await furnish('PC-1')
    const statuses = await Promise.all(many.map((n) => login(stranger(n), { password: 'wrong' })))
    expect(count(statuses, 401)).toBe(10)
    expect(count(statuses, 429)).toBe(190)
  })

  it('are not made more by a user who logs in at home meanwhile', async () => {
    const { home, login } = await furnish()
    let evaluated = 0
    for (let n = 0; n < 60; n += 1) {
      if ((await login(stranger(n), wrong)) === 401) evaluated += 1
      if (n % 4 === 0) expect(await login(home)).toBe(200)
    }
    expect(evaluated).toBe(10)
  })

  it('200 at once from 200 addresses: no more are evaluated than the name has free ones', async () => {
    const { login } = await furnish()
    const statuses = await Promise.all(many.map((n) => login(stranger(n), wrong)))
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 190])
  })

  it('200 at once from one address at 200 names: no more are evaluated than the address has', async () => {
    const { login } = await furnish()
    const statuses = await Promise.all(many.map((n) => login(stranger(0), { ...wrong, username: `name ${n}` })))
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 190])
  })

  it('200 at once by repeating a registration: no more are evaluated than logins of that name', async () => {
    const { register, login } = await furnish()
    expect(await register(stranger(0), {})).toBe('user_registered')
    const codes = await Promise.all(many.map((n) => register(stranger(n), { password: `wrong password ${n}` })))
    expect(codes).not.toContain('user_registered')
    // Uses up the free failures of the username.
    expect(await login(stranger(500), { username: 'new' })).toBe(429)
  })

  it('180 right ones at once behind one address, nine wrong ones among them: nobody right is refused', async () => {
    const { home, login, id } = await furnish()
    const users = many.slice(0, 9).map((n) => `colleague ${n}`)
    await Promise.all(
      users.map((username) => maker.api('POST', `/api/applications/${id}/users`, { username, password })),
    )
    const right = many.slice(0, 180).map((n) => login(stranger(0), { username: users[n % 9] }))
    const guesses = users.map((_, n) => login(stranger(0), { ...wrong, username: `name ${n}` }))
    expect(count(await Promise.all(right), 200)).toBe(180)
    expect(count(await Promise.all(guesses), 401)).toBe(9)
    expect(await login(home)).toBe(200)
  })
})
