import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld } from '../../../../test/harness/world.ts'
import { openSettingsFreshness } from '../../store/hot/settings-freshness.ts'
import { openClientContexts } from './client-context.ts'

describeOnBothDatabases('what is known of an application', (open) => {
  const suite = useSuite(open)
  const given = async () => {
    const { test, maker } = suite
    const world = await createWorld(suite, maker)
    const contexts = openClientContexts(test.stores, openSettingsFreshness(test.clock), test.clock)
    /** A change that bypasses this process: from another node, or the command line. */
    const changeElsewhere = (version: string) =>
      test.stores.transaction((tx) => tx.applications.update(world.applicationId, { version }))
    const version = async () => {
      const context = contexts.known(world.apiKey) ?? (await contexts.find(world.apiKey))
      return context?.application.version
    }
    return { ...world, database: suite.database, contexts, changeElsewhere, version }
  }

  /** As the server opens them on this database. */
  const ofServer = async () => {
    const { database, test, apiKey, ...rest } = await given()
    const changes = database.engine === 'sqlite' ? database.hot.changes : undefined
    const contexts = openClientContexts(test.stores, openSettingsFreshness(test.clock, changes), test.clock)
    const ask = async () => contexts.known(apiKey) ?? contexts.find(apiKey)
    return { ...rest, database, test, apiKey, contexts, ask }
  }

  it('is not read again by the only server while nothing is written, and after any statement it is', async () => {
    const { database, test, apiKey, contexts, ask } = await ofServer()
    const context = await ask()
    test.clock.advance(30_000)
    expect(contexts.known(apiKey)).toBe(database.engine === 'sqlite' ? context : undefined)
    await ask()
    await database.transaction((tx) => sql`UPDATE applications SET version = '2.0'`.execute(tx))
    test.clock.advance(501)
    expect(contexts.known(apiKey)).toBeUndefined()
    expect((await ask())?.application.version).toBe('2.0')
  })

  it('ends with its API key, whose last use is written once a minute, however many ask', async () => {
    const { test, apiKey, applicationId, ask } = await ofServer()
    const { clock, stores } = test
    const lastUse = async () => (await stores.apiKeys.findByKey(apiKey, clock.now()))?.lastUsedAt?.getTime()
    for (const seconds of [0, 60]) {
      clock.advance(seconds * 1000)
      for (let asked = 0; asked < 200; asked += 1) expect(await ask()).toBeDefined()
      await vi.waitFor(async () => expect(await lastUse()).toBe(clock.nowMs()))
    }
    const graceEnd = new Date(clock.nowMs() + 5_000)
    await stores.transaction((tx) => tx.apiKeys.rotate(applicationId, 'another', graceEnd, clock.now()))
    clock.advance(4_999)
    expect(await ask()).toBeDefined()
    clock.advance(1)
    expect(await ask()).toBeUndefined()
  })

  it('is at most half a second old, whoever changed it', async () => {
    const { clock, changeElsewhere, version } = await given()
    expect(await version()).toBe('1.0')
    await changeElsewhere('2.0')
    clock.advance(500)
    expect(await version()).toBe('1.0')
    clock.advance(1)
    expect(await version()).toBe('2.0')
  })

  it('is read again after the clock went back', async () => {
    const { clock, changeElsewhere, version } = await given()
    await version()
    await changeElsewhere('2.0')
    clock.advance(-501)
    expect(await version()).toBe('2.0')
    clock.advance(501)
  })

  it('is forgotten at once when this process changed it', async () => {
    const { contexts, changeElsewhere, version } = await given()
    await version()
    await changeElsewhere('2.0')
    contexts.forget()
    expect(await version()).toBe('2.0')
  })

  it('is not kept when it was read before the change and came after it', async () => {
    const { contexts, apiKey, changeElsewhere, version } = await given()
    const reading = contexts.find(apiKey)
    const changing = changeElsewhere('2.0')
    contexts.forget()
    await Promise.all([reading, changing])
    contexts.forget()
    expect(contexts.known(apiKey)).toBeUndefined()
    expect(await version()).toBe('2.0')
  })

  it('is read once for all who ask at the same time', async () => {
    const { contexts, apiKey } = await given()
    const [first, ...others] = await Promise.all(Array.from({ length: 100 }, () => contexts.find(apiKey)))
    expect(first).toBeDefined()
    expect(others.every((each) => each === first)).toBe(true)
  })

  it('is kept of 10,000 keys at most: one more, and those before it are read again', async () => {
    const { test, apiKey } = await given()
    // All keys belong to one application, which is read once: 10,000 applications would prove nothing more.
    const { stores } = test
    const key = await stores.apiKeys.findByKey(apiKey, test.clock.now())
    const freshness = openSettingsFreshness(test.clock)
    const facts = openClientContexts(stores, freshness, test.clock)
    const application = await stores.applications.find((await facts.find(apiKey))?.application.id ?? 0)
    const texts = await stores.customMessages.find(application?.ownerId ?? 0)
    const contexts = openClientContexts(
      {
        ...stores,
        apiKeys: { ...stores.apiKeys, findByKey: async () => key && { ...key, lastUsedAt: test.clock.now() } },
        applications: { ...stores.applications, find: async () => application },
        customMessages: { ...stores.customMessages, find: async () => texts },
        blacklist: { ...stores.blacklist, forApplication: async () => [] },
      },
      freshness,
      test.clock,
    )
    const keys = Array.from({ length: 10_000 }, (_, n) => `key ${n}`)
    for (const each of keys) await contexts.find(each)
    expect(keys.filter((each) => contexts.known(each) === undefined)).toEqual([])
    await contexts.find('one more')
    expect(contexts.known('one more')).toBeDefined()
    expect(keys.filter((each) => contexts.known(each) !== undefined)).toEqual([])
    expect(await contexts.find('key 0')).toBeDefined()
  })

  it('is nothing for a key that matches nothing, and that is not remembered', async () => {
    const { test, contexts, applicationId } = await given()
    const key = `ak_${'k'.repeat(40)}${applicationId}`
    expect(await contexts.find(key)).toBeUndefined()
    await test.stores.transaction((tx) => tx.apiKeys.insert(applicationId, key, test.clock.now()))
    expect((await contexts.find(key))?.application.id).toBe(applicationId)
  })
})
