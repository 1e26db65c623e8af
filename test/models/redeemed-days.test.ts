import fc from 'fast-check'
import { afterAll, expect, it, vi } from 'vitest'
import { alwaysSignedIn } from '../harness/create-test-app.ts'
import { describeOnBothDatabases } from '../harness/databases.ts'
import { printFigure } from '../harness/print-figure.ts'
import { type ConnectedShop, sendSigned } from '../harness/shop-calls.ts'
import { useSuite } from '../harness/use-suite.ts'
import { createWorld, password, type World } from '../harness/world.ts'

// thousands of requests are slow on a busy machine
vi.setConfig({ testTimeout: 3_600_000 })

const runs = Number(process.env.MODEL_RUNS ?? 40)
const maxActs = 18
const dayMs = 86_400_000

/** What is sold: days and seats of a key. */
const products = {
  short: { days: 5, seats: 1 },
  long: { days: 20, seats: 1 },
  team: { days: 7, seats: 2 },
} as const

/** Of the keys that were sold so far, newest first; skipped while there is none. */
const key = fc.constantFrom(0, 1, 2, 2, 3, 3, 4)
const who = fc.constantFrom('ada', 'bob', 'cyd')
const product = fc.constantFrom<keyof typeof products>('short', 'long', 'long', 'team')

const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('buyAndRedeem' as const), product, who }) },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('buy' as const), product, quantity: fc.integer({ min: 1, max: 2 }) }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('redeem' as const), key, who }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('signIn' as const), key }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('renewHolder' as const), key, by: key }) },
  {
    weight: 8,
    arbitrary: fc.record({ act: fc.constantFrom('refund' as const, 'dispute' as const, 'win' as const), key }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('ban' as const, 'ban' as const, 'unban' as const), key }) },
  // who leaves a license, so that another one can use what is left of it
  { weight: 4, arbitrary: fc.record({ act: fc.constant('handOver' as const), who, to: who }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('passThroughTeam' as const), who }) },
  { weight: 6, arbitrary: fc.record({ act: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 9 }) }) },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

const sequences = fc.array(act, { minLength: 6, maxLength: maxActs, size: 'max' })
const isOfTeam = (each: Act) => each.act === 'passThroughTeam' || ('product' in each && each.product === 'team')

/** What each sequence begins with: time that went on into another key, and a key in use, which could count twice. */
const bought: readonly Act[] = [
  { act: 'buyAndRedeem', product: 'long', who: 'ada' },
  { act: 'buyAndRedeem', product: 'short', who: 'ada' },
  { act: 'buyAndRedeem', product: 'long', who: 'bob' },
  { act: 'buy', product: 'team', quantity: 1 },
]

interface SoldKey {
  readonly id: number
  readonly licenseKey: string
  readonly order: string
  readonly days: number
  readonly seats: number
  /** Somebody got something for it. */
  isUsed: boolean
}

interface Play {
  readonly w: World
  readonly shop: ConnectedShop
  readonly keys: SoldKey[]
  /** Time in which somebody had access. */
  usedMs: number
  orders: number
}

describeOnBothDatabases('the days of sold keys', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '100000' })
  let [made, redeemed, reversed] = [0, 0, 0]
  afterAll(() =>
    printFigure(
      `${suite.database?.engine}: ${made} acts on sold keys, ${redeemed} redeemed, ${reversed} taken back or given back`,
    ),
  )

  const begin = async (): Promise<Play> => {
    const maker = alwaysSignedIn(suite.test, suite.maker)
    const w = await createWorld(suite, maker, { licenseLogin: true, hwidLockEnabled: false })
    const mapped = []
    for (const [name, { days: validityDays, seats: maxUsers }] of Object.entries(products)) {
      const preset = { name, maxUsers, validityDays, validityStart: 'first_use' }
      const { id: presetId } = await w.dashboard<{ id: number }>('POST', `${w.base}/presets`, preset)
      mapped.push({ product: name, presetId, quantityAs: 'keys', keyFrom: 'ours' })
    }
    const wanted = { provider: 'generic', name: 'Own', products: mapped }
    const shop = await w.dashboard<ConnectedShop>('POST', `${w.base}/shops`, wanted)
    const past = new Date(w.clock.nowMs())
    for (const username of ['ada', 'bob', 'cyd']) await w.user({ username, expiresAt: past })
    return { w, shop, keys: [], usedMs: 0, orders: 0 }
  }

  const tell = async ({ shop }: Play, event: string, order_id: string, more: object = {}) => {
    const { status, body } = await sendSigned(suite.test, shop, { event, order_id, ...more })
    expect(status).toBe(200)
    return body as { readonly keys?: readonly string[] }
  }

  const buy = async (play: Play, product: keyof typeof products, quantity: number): Promise<void> => {
    play.orders += 1
    const order = `order ${play.orders}`
    const { keys = [] } = await tell(play, 'order.paid', order, { product, quantity })
    for (const licenseKey of keys) {
      const found = await play.w.stores.licenses.findByKey(play.w.applicationId, licenseKey)
      play.keys.unshift({ ...{ id: found?.id ?? 0, licenseKey, order, isUsed: false }, ...products[product] })
    }
  }

  const redeem = async ({ w }: Play, sold: SoldKey | undefined, proof: object): Promise<void> => {
    if (!sold) return
    const { body } = await w.send('/api/v1/redeem', { ...proof, license_key: sold.licenseKey })
    if (body.code !== 'license_redeemed') return
    redeemed += 1
    sold.isUsed = true
  }

  const sessionOf = async ({ w }: Play, sold: SoldKey | undefined): Promise<string | undefined> => {
    if (!sold) return undefined
    const { body } = await w.send('/api/v1/license', { license_key: sold.licenseKey, session: true })
    if (body.code === 'login_successful') sold.isUsed = true
    return body.session_token === undefined ? undefined : String(body.session_token)
  }

  const run = async (play: Play, each: Act): Promise<void> => {
    const { w, keys } = play
    const isReversal = ['refund', 'dispute', 'win', 'ban', 'unban'].includes(each.act)
    const known = isReversal ? keys.filter(({ isUsed }) => isUsed) : keys
    const sold = 'key' in each ? known[each.key % Math.max(1, known.length)] : undefined
    switch (each.act) {
      case 'buy':
        return buy(play, each.product, each.quantity)
      case 'buyAndRedeem':
        await buy(play, each.product, 1)
        return redeem(play, keys[0], { username: each.who, password })
      case 'redeem':
        return redeem(play, sold, { username: each.who, password })
      case 'signIn':
        await sessionOf(play, sold)
        return
      case 'renewHolder': {
        const session_token = await sessionOf(play, sold)
        if (session_token !== undefined) await redeem(play, keys[each.by], { session_token })
        return
      }
      case 'refund':
      case 'dispute':
      case 'win': {
        if (!sold) return
        reversed += 1
        const events = { refund: 'order.refunded', dispute: 'order.disputed', win: 'order.dispute_won' }
        await tell(play, events[each.act], sold.order)
        return
      }
      case 'ban':
      case 'unban':
        if (sold) await w.actOnLicense(sold.id, each.act)
        return
      case 'handOver': {
        const user = await w.stores.appUsers.findByName(w.applicationId, each.who)
        if (user) await w.dashboard('DELETE', `${w.base}/users/${user.id}`)
        await w.user({ username: each.who, expiresAt: w.clock.now() })
        const left = keys.find(({ id }) => id === user?.licenseId)
        return redeem(play, left, { username: each.to, password })
      }
      case 'passThroughTeam': {
        const proof = { username: each.who, password }
        await redeem(
          play,
          keys.find(({ seats }) => seats > 1),
          proof,
        )
        await buy(play, 'short', 1)
        return redeem(play, keys[0], proof)
      }
      case 'wait': {
        const waitMs = each.days * dayMs
        for (const leftMs of await lefts(play)) play.usedMs += Math.min(leftMs, waitMs)
        w.clock.advance(waitMs)
      }
    }
  }

  /** How long each user has access from now on, if nothing more happens. */
  const lefts = async ({ w }: Play): Promise<number[]> => {
    const { reads } = w.database
    const rows = await reads
      .selectFrom('app_users')
      .leftJoin('licenses', 'licenses.id', 'app_users.license_id')
      .select(['app_users.expires_at as own', 'licenses.expires_at as ofLicense', 'licenses.is_active as isActive'])
      .where('app_users.application_id', '=', w.applicationId)
      .execute()
    return rows.map(({ own, ofLicense, isActive }) => {
      if (isActive === 0) return 0
      const endMs = Math.min(own ?? Number.POSITIVE_INFINITY, ofLicense ?? Number.POSITIVE_INFINITY)
      return Math.max(0, endMs - w.clock.nowMs())
    })
  }

  /** Everything that all keys hold that somebody used; without those that are refunded, disputed or banned. */
  const held = async ({ w, keys }: Play) => {
    const sum = (of: readonly SoldKey[]) => of.reduce((ms, { days, seats }) => ms + days * seats * dayMs, 0)
    const used = keys.filter(({ isUsed }) => isUsed)
    const good: SoldKey[] = []
    for (const sold of used) {
      const license = await w.stores.licenses.find(w.applicationId, sold.id)
      if (license && license.hold === null && license.orderHold === null) good.push(sold)
    }
    return { all: sum(used), good: sum(good) }
  }

  it(`are never yielded twice, nor after a refund, whatever is bought, redeemed, refunded, disputed and banned: ${runs} sequences`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), sequences, async (hasTeam, sequence) => {
        const play = await begin()
        // a seat of a team's key that nobody takes would hide days that are yielded twice
        const acts = [...bought, ...sequence].filter((each) => hasTeam || !isOfTeam(each))
        for (const each of acts) {
          await run(play, each)
          made += 1
          const leftMs = (await lefts(play)).reduce((sum, ms) => sum + ms, 0)
          const { all, good } = await held(play)
          expect(play.usedMs + leftMs, 'more than all keys hold').toBeLessThanOrEqual(all)
          expect(leftMs, 'more than the keys hold that were not taken back').toBeLessThanOrEqual(good)
        }
      }),
      { numRuns: runs },
    )
    expect(redeemed).toBeGreaterThan(runs)
    expect(reversed).toBeGreaterThan(0)
  })
})
