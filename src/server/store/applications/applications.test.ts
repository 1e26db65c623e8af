import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { testApplication, testNow, testStores } from '../../../../test/harness/test-stores.ts'

describeOnBothDatabases('applications', (open) => {
  it('gives back every setting as it was put in', async () => {
    const { stores, owner } = testStores(await open())
    const ownerId = await owner()
    const settings = {
      ...testApplication,
      isActive: false,
      registrationMode: 'license',
      registrationDays: 30,
      downloadUrl: 'https://example.com/setup.exe',
      sessionLimit: 3,
      sessionLimitPolicy: 'replace_oldest',
      hwidMismatchMessage: 'Wrong hardware',
    } as const
    const { id } = await stores.transaction((tx) => tx.applications.insert(ownerId, settings, testNow))
    const found = await stores.applications.find(id)
    expect(found).toEqual({
      ...settings,
      id,
      ownerId,
      userCount: 0,
      licenseCount: 0,
      createdAt: testNow,
    })
    expect(await stores.applications.list(ownerId)).toEqual([found])
  })

  it('changes what is named and nothing else; a blank text inherits again', async () => {
    const { stores, owner, application } = testStores(await open())
    const id = await application(await owner(), { loginFailedMessage: 'No', loginSuccessMessage: 'Yes' })
    const before = await stores.applications.find(id)
    const change = { name: 'Renamed', loginFailedMessage: '  ' }
    const changed = await stores.transaction((tx) => tx.applications.update(id, change))
    expect(changed).toEqual({ ...before, name: 'Renamed', loginFailedMessage: null })
    expect(await stores.transaction((tx) => tx.applications.update(id, {}))).toEqual(changed)
    expect(await stores.transaction((tx) => tx.applications.update(id + 1, { name: 'No one' }))).toBeUndefined()
  })

  it('lets a deleted application disappear for every reader at once, its key first', async () => {
    const { stores, owner, application } = testStores(await open())
    const ownerId = await owner()
    const id = await application(ownerId)
    const entry = {
      accountId: ownerId,
      applicationId: id,
      type: 'hwid',
      value: 'x',
      valueKey: 'x',
      reason: '',
    } as const
    await stores.transaction(async (tx) => {
      await tx.apiKeys.insert(id, 'ak_demo', testNow)
      await tx.blacklist.insert(entry, testNow)
    })
    expect(await stores.transaction((tx) => tx.applications.remove(id, testNow))).toBe(true)
    expect(await stores.applications.find(id)).toBeUndefined()
    expect(await stores.applications.list()).toEqual([])
    expect(await stores.apiKeys.findByKey('ak_demo', testNow)).toBeUndefined()
    expect(await stores.blacklist.list(ownerId)).toEqual([])
    expect(await stores.transaction((tx) => tx.applications.update(id, { name: 'Back' }))).toBeUndefined()
    expect(await stores.transaction((tx) => tx.applications.remove(id, testNow))).toBe(false)
  })

  it('purges a deleted application in batches of the asked size and leaves the others alone', async () => {
    const database = await open()
    const { stores, owner, application, user, license } = testStores(database)
    const ownerId = await owner()
    const [doomed, kept] = [await application(ownerId), await application(ownerId)]
    for (const id of [doomed, kept]) {
      const licenseId = await license(id, { maxUsers: 5 })
      for (let n = 0; n < 5; n += 1) await user(id, { licenseId })
    }
    const undo = [{ rowId: 1, oldValues: { is_paused: 0 }, newValues: { is_paused: 1 } }]
    const operation = {
      entity: 'user',
      action: 'pause',
      actor: 'x',
      total: 1,
      canUndo: true,
      startedAt: testNow,
    } as const
    for (const [index, applicationId] of [doomed, kept].entries()) {
      const id = `01890000-0000-7000-8000-00000000000${index}`
      await stores.transaction(async (tx) => {
        await tx.operations.begin(applicationId, { ...operation, id })
        await tx.operations.saveUndoRows(id, undo)
      })
    }
    await stores.transaction((tx) => tx.counters.add([{ applicationId: doomed, name: 'activity', day: 0, by: 1 }]))
    await stores.transaction((tx) => tx.applications.remove(doomed, testNow))
    const batches: number[] = []
    const earlier = new Date(testNow.getTime() - 1)
    expect(await stores.transaction((tx) => tx.applications.purgeDeleted(earlier, 2))).toBe(0)
    for (;;) {
      const purged = await stores.transaction((tx) => tx.applications.purgeDeleted(testNow, 2))
      if (purged === 0) break
      batches.push(purged)
    }
    expect(batches).toEqual([1, 2, 2, 1, 1, 1])
    expect(await stores.operations.readUndoRows('01890000-0000-7000-8000-000000000001', 10)).toEqual(undo)
    const rows = await database.reads.selectFrom('app_users').select('application_id').distinct().execute()
    expect(rows.map((row) => row.application_id)).toEqual([kept])
    expect(await database.reads.selectFrom('applications').select('id').execute()).toHaveLength(1)
  })
})
