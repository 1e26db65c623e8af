import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld } from '../../../../test/harness/world.ts'
import { openClientContexts } from './client-context.ts'

describeOnBothDatabases('what is known of an application', (open) => {
  const suite = useSuite(open)
  const given = async () => {
    const { test, maker } = suite
    const world = await createWorld(suite, maker)
    const contexts = openClientContexts(test.stores, test.clock)
    /** A change that bypasses this process: from another node, or the command line. */
    const changeElsewhere = (version: string) =>
      test.stores.transaction((tx) => tx.applications.update(world.applicationId, { version }))
    const version = async () => {
      const context = contexts.known(world.apiKey) ?? (await contexts.find(world.apiKey))
      return context?.application.version
    }
    return { ...world, contexts, changeElsewhere, version }
  }

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
    const facts = openClientContexts(stores, test.clock)
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
