import { beforeEach, expect, it } from 'vitest'
import { alwaysSignedIn } from '../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { untilDecided } from '../../../test/harness/until-decided.ts'
import { useSuite } from '../../../test/harness/use-suite.ts'
import { createWorld, password, type World } from '../../../test/harness/world.ts'

const dayMs = 86_400_000

describeOnBothDatabases('the time of a spent license key', (open) => {
  const suite = useSuite(open)
  let w: World
  beforeEach(async () => {
    w = await createWorld(suite, alwaysSignedIn(suite.test, await suite.test.account()), {
      licenseLogin: true,
      hwidLockEnabled: false,
    })
  })

  const keyOf = (validityDays: number) => w.license({ validityDays, validityStart: 'first_use' })
  const inDays = (days: number) => new Date(w.clock.nowMs() + days * dayMs).toISOString()
  const redeem = async (license_key: string) => {
    const { body } = await untilDecided(() => w.send('/api/v1/redeem', { username: 'ada', password, license_key }))
    expect(body.code).toBe('license_redeemed')
  }
  /** Ada, who registered with a key of 10 days and redeemed one of 20 and one of 30 days. */
  const renewedTwice = async () => {
    const keys = [await keyOf(10), await keyOf(20), await keyOf(30)] as const
    await w.register({ username: 'ada', license_key: keys[0].licenseKey })
    await redeem(keys[1].licenseKey)
    await redeem(keys[2].licenseKey)
    return keys
  }
  const ends = async () => {
    const { body } = await w.login({ username: 'ada' })
    return body.success ? String(body.expires_at) : body.code
  }
  const hold = (id: number, action: string) => w.actOnLicense(id, action) as Promise<{ readonly undoId?: string }>

  it('is taken back by a ban, wherever it went since, and given back by its end', async () => {
    const [first, second] = await renewedTwice()
    expect(await ends()).toBe(inDays(60))
    await hold(first.id, 'ban')
    expect(await ends()).toBe(inDays(50))
    // of what the second one carried on, the days of the first are not its own
    await hold(second.id, 'ban')
    expect(await ends()).toBe(inDays(30))
    await hold(first.id, 'unban')
    expect(await ends()).toBe(inDays(40))
    await hold(second.id, 'unban')
    expect(await ends()).toBe(inDays(60))
  })

  it('is taken once, and a repeated ban or unban moves nothing', async () => {
    const [first] = await renewedTwice()
    for (const action of ['ban', 'ban', 'unban', 'unban', 'ban']) await hold(first.id, action)
    expect(await ends()).toBe(inDays(50))
  })

  it('is taken from the license of a holder, who keeps it', async () => {
    const [own, next] = [await keyOf(10), await keyOf(20)]
    const byKey = () => w.send('/api/v1/license', { license_key: own.licenseKey })
    const session_token = String(
      (await w.send('/api/v1/license', { license_key: own.licenseKey, session: true })).body.session_token,
    )
    const redeemed = await w.send('/api/v1/redeem', { session_token, license_key: next.licenseKey })
    expect(redeemed.body).toMatchObject({ code: 'license_redeemed', expires_at: inDays(30) })
    await hold(next.id, 'ban')
    expect((await byKey()).body.expires_at).toBe(inDays(10))
    await hold(next.id, 'unban')
    expect((await byKey()).body.expires_at).toBe(inDays(30))
  })

  it('ends access at once where nothing else is left, and what has passed is not given back', async () => {
    const [first, second] = [await keyOf(10), await keyOf(20)]
    await w.register({ username: 'ada', license_key: first.licenseKey })
    const token = await w.session({ id: Number((await w.login({ username: 'ada' })).body.user_id) })
    w.clock.advance(8 * dayMs)
    await redeem(second.licenseKey)
    w.clock.advance(21 * dayMs)
    expect(await ends()).toBe(inDays(1))
    await hold(first.id, 'ban')
    expect(await ends()).toBe('license_expired')
    expect((await w.beat(token)).body.code).toBe('license_expired')
    w.clock.advance(5 * dayMs)
    const third = await keyOf(30)
    await redeem(third.licenseKey)
    await hold(first.id, 'unban')
    // the one day that was left when it was taken
    expect(await ends()).toBe(inDays(31))
  })

  it('is shown and logged; what moved another license has no undo, its opposite moves it back', async () => {
    const [first] = await renewedTwice()
    const { undoId } = await hold(first.id, 'ban')
    expect(undoId).toBeUndefined()
    const shown = await w.dashboard<{ spent: unknown; changes: readonly { details: string | null }[] }>(
      'GET',
      `${w.base}/licenses/${first.id}`,
    )
    expect(shown.spent).toMatchObject({ takenDays: 10 })
    expect(shown.changes[0]?.details).toMatch(/^10 days taken from license \d+$/)
    const other = await w.license()
    expect((await hold(other.id, 'ban')).undoId).toBeDefined()
  })

  it('is taken once by 200 bans at once, also while the time is redeemed on', async () => {
    const [first] = await renewedTwice()
    const fourth = await keyOf(40)
    const ban = () => untilDecided(() => w.maker.api('POST', `${w.base}/licenses/${first.id}/ban`, {}))
    const bans = Array.from({ length: 200 }, ban)
    const [answers] = await Promise.all([Promise.all(bans), redeem(fourth.licenseKey)])
    for (const { status } of answers) expect([200, 429]).toContain(status)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(await ends()).toBe(inDays(90))
  })

  it('never becomes more than the keys hold, whatever is redeemed, banned and lifted in whatever order', async () => {
    // a fixed sequence of numbers, so that a failure repeats
    let seed = 20_261_123
    const below = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % most
    }
    for (let round = 0; round < 8; round += 1) {
      const username = `user-${round}`
      const keys = [{ ...(await keyOf(5)), days: 5, isBanned: false }]
      await w.register({ username, license_key: keys[0]?.licenseKey })
      let usedMs = 0
      const leftMs = async () => {
        const user = await w.stores.appUsers.findByName(w.applicationId, username)
        return Math.max(0, (user?.effectiveExpiresAt?.getTime() ?? 0) - w.clock.nowMs())
      }
      for (let step = 0; step < 12; step += 1) {
        const kind = below(4)
        if (kind === 0) {
          const days = 1 + below(9)
          const key = await keyOf(days)
          const sent = { username, password, license_key: key.licenseKey }
          const { body } = await w.send('/api/v1/redeem', sent, { ip: `198.51.100.${round}` })
          if (body.code === 'license_redeemed') keys.push({ ...key, days, isBanned: false })
        } else if (kind === 1) {
          const passedMs = below(4) * dayMs
          usedMs += Math.min(passedMs, await leftMs())
          w.clock.advance(passedMs)
        } else {
          // the last one is in use: banning it refuses the user and moves nothing
          const key = keys[below(Math.max(1, keys.length - 1))]
          if (!key || key === keys.at(-1)) continue
          key.isBanned = !key.isBanned
          await hold(key.id, key.isBanned ? 'ban' : 'unban')
        }
        const left = await leftMs()
        const sum = (of: typeof keys) => of.reduce((days, key) => days + key.days, 0) * dayMs
        expect({ round, step, isMore: usedMs + left > sum(keys) }).toEqual({ round, step, isMore: false })
        const unbanned = sum(keys.filter(({ isBanned }) => !isBanned))
        expect({ round, step, left: left > unbanned }).toEqual({ round, step, left: false })
      }
    }
  })
})
