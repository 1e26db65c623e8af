import { afterAll, beforeAll, expect, it } from 'vitest'
import { whileRowLocked } from '../../../../test/harness/database-faults.ts'
import { describeOnPostgres } from '../../../../test/harness/databases.ts'
import { importFile } from '../../../../test/harness/import-file.ts'
import { createWorld, openSuite, type Suite, type World } from '../../../../test/harness/world.ts'

describeOnPostgres('an import that waited for somebody else’s change', (open) => {
  let suite: Suite
  let w: World
  beforeAll(async () => {
    // not strict: the transaction that holds the lock waits for the other statement
    suite = await openSuite(await open({ isStrict: false }), { RATE_LIMIT_SCALE: '1000' })
    w = await createWorld(suite, suite.maker)
  })
  afterAll(() => suite.test.close())

  const update = (kind: 'users' | 'licenses', file: string) => () =>
    importFile(suite.test, suite.maker, w.applicationId, { kind, format: 'csv', existing: 'update' }, file)

  it('signs out the machine that was bound meanwhile and that it replaces', async () => {
    const user = await w.user({ isHwidLocked: true, hwid: 'PC-1' })
    const token = await w.session(user)
    const file = `username,hwid,email\n${user.username},PC-1,new@example.com\n`
    const { end } = await whileRowLocked(
      suite.database,
      'app_users',
      user.id,
      { hwid: 'PC-2', hwid_key: 'pc-2' },
      update('users', file),
    )
    expect(end).toMatchObject({ changed: 1 })
    expect(await suite.test.stores.appUsers.find(w.applicationId, user.id)).toMatchObject({ hwid: 'PC-1' })
    expect((await w.beat(token)).body.reason).toBe('ended_by_owner')
  })

  it('says that more users hold a license than its row allows, when the last came meanwhile', async () => {
    const { id, licenseKey } = await w.license({ maxUsers: 3 })
    const file = `license_key,max_users\n${licenseKey},1\n`
    const { rows } = await whileRowLocked(
      suite.database,
      'licenses',
      id,
      { current_users: 2 },
      update('licenses', file),
    )
    expect(rows).toMatchObject([
      { result: 'wrong', field: 'max_users', message: 'More users than this use the license' },
    ])
    expect(await suite.test.stores.licenses.find(w.applicationId, id)).toMatchObject({ maxUsers: 3, currentUsers: 2 })
  })
})
