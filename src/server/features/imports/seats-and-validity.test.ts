import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { importFile } from '../../../../test/harness/import-file.ts'
import { useSuite } from '../../../../test/harness/use-suite.ts'
import { createWorld, password, type World } from '../../../../test/harness/world.ts'
import { userImporter } from './user-importer.ts'

const dayMs = 86_400_000

describeOnBothDatabases('an import', (open) => {
  const suite = useSuite(open, { RATE_LIMIT_SCALE: '10000' })
  let w: World

  const world = async () => {
    // moving the clock may have expired the session
    w = await createWorld(suite, await suite.test.account(), { hwidLockEnabled: false })
  }
  const run = (kind: 'users' | 'licenses', file: string, query: Record<string, string> = {}) =>
    importFile(suite.test, w.maker, w.applicationId, { kind, format: 'csv', ...query }, file)
  const licenseOf = (id: number) => suite.test.stores.licenses.find(w.applicationId, id)
  const find = (name: string) => suite.test.stores.appUsers.findByName(w.applicationId, name)
  const usersFile = (names: readonly string[], licenseKey: string) =>
    `username,password,license_key\n${names.map((name) => `${name},${password},${licenseKey}`).join('\n')}\n`

  it('counts each seat once over all its batches, and lets in everybody whom it reports as new', async () => {
    await world()
    const { id, licenseKey } = await w.license({ maxUsers: 150 })
    const names = Array.from({ length: 230 }, (_, n) => `buyer-${n}`)
    const dry = await run('users', usersFile(names, licenseKey), { dryRun: 'true' })
    const { rows, end } = await run('users', usersFile(names, licenseKey))
    expect(end).toMatchObject({ new: 150, wrong: 80 })
    expect(dry.end).toMatchObject({ new: 150, wrong: 80 })
    expect((await licenseOf(id))?.currentUsers).toBe(150)
    for (const { name, result } of rows) {
      const user = await find(name)
      expect([name, user?.isActive]).toEqual([name, result === 'new' ? true : undefined])
    }
    for (const username of ['buyer-0', 'buyer-149']) {
      expect((await w.login({ username })).body.code).toBe('login_successful')
    }
  })

  it('leaves out, and says so, who could not be written with the hash of the password that the file has', async () => {
    await world()
    const { id, licenseKey } = await w.license()
    const registered = await w.register({ license_key: licenseKey })
    const { stores, clock, app } = suite.test
    const hash = async () => 'a hash'
    const importer = userImporter({ applicationId: w.applicationId, existing: 'skip', recorder: app.recorder, hash })
    const read = importer.read({ line: 2, fields: { username: 'late', password, license_key: licenseKey } })
    if ('wrong' in read) throw new Error(read.wrong.message)
    await importer.prepare(stores, [read.item], async () => {})
    // the seat becomes free after the decision which passwords to hash
    await w.dashboard('DELETE', `${w.base}/users/${registered.body.user_id}`)
    const [result] = await stores.transaction((tx) => importer.applyRows(tx, [read.item], clock.now()))
    expect(result).toMatchObject({ result: 'skipped', message: expect.stringMatching(/Import it again/) })
    expect(await find('late')).toBeUndefined()
    expect((await licenseOf(id))?.currentUsers).toBe(0)
  })

  it('starts the validity of a first-use license with its first user, whom it then lets in no longer', async () => {
    await world()
    const used = await w.license({ validityStart: 'first_use', validityDays: 30, maxUsers: 3 })
    const waiting = await w.license({ validityStart: 'first_use', validityDays: 30 })
    await run('users', usersFile(['first', 'second'], used.licenseKey))
    const end = new Date(suite.test.clock.nowMs() + 30 * dayMs)
    expect((await licenseOf(used.id))?.expiresAt).toEqual(end)
    expect((await licenseOf(waiting.id))?.expiresAt).toBeNull()
    suite.test.clock.advance(3_600_000)
    expect((await run('users', usersFile(['third'], used.licenseKey))).end).toMatchObject({ new: 1 })
    expect((await licenseOf(used.id))?.expiresAt).toEqual(end)
    expect((await w.login({ username: 'first' })).body.code).toBe('login_successful')
    suite.test.clock.advance(400 * dayMs)
    for (const username of ['first', 'second', 'third']) {
      expect([username, (await w.login({ username })).body.code]).toEqual([username, 'license_expired'])
    }
  })

  it('takes "never" of a license as never, and says which ones have expired already', async () => {
    await world()
    const file =
      'license_key,expires_at,created_at,validity_start\n' +
      'FOREVER,never,2020-01-01,creation\nWAITS,,2020-01-01,first_use\nENDLESS,never,,first_use\n' +
      'OVER,,2020-01-01,creation\nENDED,2021-01-01,,creation\n'
    const { rows, end } = await run('licenses', file)
    expect(end).toMatchObject({ new: 5 })
    expect(rows.map(({ name, message }) => [name, message])).toEqual([
      ['FOREVER', undefined],
      ['WAITS', undefined],
      ['ENDLESS', undefined],
      ['OVER', 'Already expired'],
      ['ENDED', 'Already expired'],
    ])
    const { rows: licenses } = await suite.test.stores.licenses.list(w.applicationId, {}, 'id:asc', undefined, 10)
    const never = new Date('9999-12-31T23:59:00.000Z')
    expect(licenses.map(({ expiresAt }) => expiresAt)).toEqual([
      never,
      null,
      never,
      new Date('2020-01-31T00:00:00.000Z'),
      new Date('2021-01-01T00:00:00.000Z'),
    ])
    expect((await w.register({ license_key: 'FOREVER' })).body).toMatchObject({ success: true })
    const again = 'license_key,expires_at\nOVER,never\nFOREVER,never\n'
    expect((await run('licenses', again, { existing: 'update' })).rows).toMatchObject([
      { result: 'changed' },
      { result: 'unchanged' },
    ])
  })

  it('signs out whose device the file replaces or locks, and nobody else', async () => {
    await world()
    const moved = await w.user({ isHwidLocked: true, hwid: 'PC-1' })
    const locked = await w.user({ isHwidLocked: false })
    const kept = await w.user({ isHwidLocked: true, hwid: 'PC-3' })
    const freed = await w.user({ isHwidLocked: true, hwid: 'PC-4' })
    const users = [moved, locked, kept, freed]
    const tokens = await Promise.all(users.map((each) => w.session(each)))
    const file =
      'username,hwid,is_hwid_locked,email\n' +
      `${moved.username},PC-2,,\n${locked.username},,true,\n` +
      `${kept.username},PC-3,true,new@example.com\n${freed.username},,false,\n`
    expect((await run('users', file, { existing: 'update' })).end).toMatchObject({ changed: 4 })
    const reasons = (await Promise.all(tokens.map((token) => w.beat(token)))).map(({ body }) => body.reason)
    expect(reasons).toEqual(['ended_by_owner', 'ended_by_owner', undefined, undefined])
  })

  it('never says of a license that it changed while its seats forbid it', async () => {
    await world()
    const { id, licenseKey } = await w.license({ maxUsers: 3 })
    for (let round = 0; round < 10; round += 1) {
      await w.dashboard('PATCH', `${w.base}/licenses/${id}`, { maxUsers: 3 + round })
      const seats = (await licenseOf(id))?.currentUsers ?? 0
      const file = `license_key,max_users\n${licenseKey},${Math.max(1, seats)}\n`
      const [{ rows }] = await Promise.all([
        run('licenses', file, { existing: 'update' }),
        w.register({ username: `racing-${round}`, license_key: licenseKey }),
      ])
      const after = await licenseOf(id)
      if (rows[0]?.result === 'changed') expect(after?.maxUsers).toBe(Math.max(1, seats))
      else expect(after?.maxUsers).toBe(3 + round)
    }
  })
})
