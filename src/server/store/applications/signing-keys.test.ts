import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { ManualClock } from '../../../../test/harness/manual-clock.ts'
import { testKeyPairs } from '../../../../test/harness/test-key-pairs.ts'
import { testNow, testStores } from '../../../../test/harness/test-stores.ts'
import type { Database } from '../../db/open.ts'
import { openKeyRing } from '../../http/signing/key-ring.ts'
import { openSettingsFreshness } from '../hot/settings-freshness.ts'

const pair = { publicKey: 'public', privateKey: 'a private key of the tests' }

describeOnBothDatabases('signing keys', (open) => {
  let database: Database
  let world: ReturnType<typeof testStores>
  let ownerId: number
  beforeAll(async () => {
    database = await open()
    world = testStores(database)
    ownerId = await world.owner()
  })
  afterAll(() => database.close())
  const add = (id: number, number: number, state: 'current' | 'next') =>
    world.stores.transaction((tx) => tx.signingKeys.insert(id, number, state, pair, testNow))
  const list = (id: number) => world.stores.signingKeys.list(id)

  it('of one number, or a second current or next one, are not made twice', async () => {
    const id = await world.application(ownerId)
    await Promise.all([add(id, 1, 'current'), add(id, 1, 'current'), add(id, 1, 'current')])
    await Promise.all([add(id, 1, 'next'), add(id, 2, 'current'), add(id, 2, 'next'), add(id, 3, 'next')])
    const states = (await list(id)).map(({ state }) => state)
    expect(states).toEqual(['next', 'current'])
  })

  it('open for their own application and number alone, and are nowhere in clear', async () => {
    const id = await world.application(ownerId)
    await add(id, 1, 'current')
    const [key] = await list(id)
    const sealed = key?.privateSealed ?? ''
    expect(sealed).not.toContain(pair.privateKey)
    expect(Buffer.from(sealed.split('.').at(-1) ?? '', 'base64url').toString()).not.toContain('private')
    const openAs = (number: number, applicationId = id) =>
      world.stores.signingKeys.open({ applicationId, number }, sealed)
    expect(openAs(1)).toBe(pair.privateKey)
    expect(() => openAs(2)).toThrow()
    expect(() => openAs(1, id + 1)).toThrow()
  })

  it('move from the state they are in alone, and lose their private half when revoked', async () => {
    const [id, other] = [await world.application(ownerId), await world.application(ownerId)]
    for (const applicationId of [id, other]) await add(applicationId, 1, 'current')
    const move = (from: 'current' | 'retired', to: 'retired' | 'revoked') =>
      world.stores.transaction((tx) => tx.signingKeys.move(id, 1, from, to, testNow))
    const moves = await Promise.all([move('current', 'retired'), move('current', 'retired')])
    expect(moves.sort()).toEqual([false, true])
    expect((await list(id))[0]?.privateSealed).not.toBeNull()
    expect(await move('retired', 'revoked')).toBe(true)
    expect((await list(id))[0]).toMatchObject({ state: 'revoked', privateSealed: null })
    expect(await list(other)).toMatchObject([{ state: 'current', privateSealed: expect.any(String) }])
  })

  it('that are missing are named, the oldest application first, deleted ones left out', async () => {
    const [one, two, three] = [
      await world.application(ownerId),
      await world.application(ownerId),
      await world.application(ownerId),
    ]
    await add(two, 1, 'current')
    const missing = () => world.stores.signingKeys.withoutKeys(1000)
    expect((await missing()).filter((id) => id >= one)).toEqual([one, three])
    await world.stores.transaction((tx) => tx.applications.remove(three, testNow))
    expect((await missing()).filter((id) => id >= one)).toEqual([one])
  })

  it('made by two nodes at once are the same two', async () => {
    const id = await world.application(ownerId)
    const clock = new ManualClock()
    const nodes = [1, 2].map(() => openKeyRing(world.stores, testKeyPairs, clock, openSettingsFreshness(clock)))
    const [first, second] = await Promise.all(nodes.map((node) => node.list(id)))
    expect(first).toHaveLength(2)
    expect(second).toEqual(first)
  })
})
