import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/harness/create-test-app.ts'
import { describeOnPostgres } from '../../../test/harness/databases.ts'
import { ManualClock } from '../../../test/harness/manual-clock.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import type { Database } from '../db/open.ts'
import { hashAdminKey, makeAdminKeyOnce, readAdminKey, rotateAdminKey } from '../lib/admin-key.ts'

const hourMs = 3_600_000

describeOnPostgres('the admin key of several servers', (open) => {
  let database: Database
  const clock = new ManualClock(Date.now())
  beforeEach(async () => {
    database = await open()
  })

  /** A server with a data folder of its own, before its first start is prepared. */
  const server = async (env: Readonly<Record<string, string>> = {}) => {
    const folder = await temporaryFolder()
    const { dataDir } = folder.options
    const settings = { DATA_DIR: dataDir, MASTER_KEY: 'a master key that all nodes of a test share', ...env }
    const test = await createTestApp({ database, clock, env: settings })
    onTestFinished(async () => {
      await test.close()
      await folder.remove()
    })
    return { ...test, dataDir, start: () => test.app.adminKey.makeOnce() }
  }
  const opens = async ({ call }: Pick<TestApp, 'call'>, key: string) =>
    (await call('GET', '/api/admin/users', { headers: { 'x-admin-key': key } })).status

  it('is made by one of three that start at once, opens the calls of all, and is stored as a hash alone', async () => {
    const three = [await server(), await server(), await server()]
    const made = (await Promise.all(three.map(({ start }) => start()))).filter((key) => key !== undefined)
    expect(made).toHaveLength(1)
    const key = made[0] ?? ''
    expect(await Promise.all(three.map((each) => opens(each, key)))).toEqual([200, 200, 200])
    expect(await Promise.all(three.map((each) => opens(each, hashAdminKey(key))))).toEqual([401, 401, 401])
    expect(three.map(({ dataDir }) => readAdminKey(dataDir))).toEqual([undefined, undefined, undefined])
    const rows = await database.reads.selectFrom('installation').selectAll().execute()
    expect(rows).toContainEqual({ name: 'admin_key', value: hashAdminKey(key) })
    expect(JSON.stringify(rows)).not.toContain(key)
  })

  it('of an installation with files stays the one of the server that starts first; the log names the others', async () => {
    const [first, second] = [await server(), await server()]
    const former = makeAdminKeyOnce(first.dataDir) ?? ''
    const key = rotateAdminKey(first.dataDir, new Date(clock.nowMs() + hourMs))
    const otherKey = makeAdminKeyOnce(second.dataDir) ?? ''
    expect([await first.start(), await second.start()]).toEqual([undefined, undefined])
    for (const each of [first, second]) {
      expect([await opens(each, key), await opens(each, former), await opens(each, otherKey)]).toEqual([200, 200, 401])
    }
    const said = (test: TestApp) => test.log.filter((line) => line.includes('admin key'))
    expect(said(first)).toHaveLength(1)
    expect(said(first)[0]).toContain('is now the one of all servers')
    expect(said(second)[0]).toContain(join(second.dataDir, 'admin.key'))
    expect(said(second)[0]).toContain('"level":"warn"')
    for (const secret of [key, otherKey]) expect([...first.log, ...second.log].join()).not.toContain(secret)
    clock.advance(hourMs)
    expect([await opens(second, key), await opens(second, former)]).toEqual([200, 401])
  })

  it('is taken over once: a file that comes later counts for nothing, also at the server that had it', async () => {
    const first = await server()
    makeAdminKeyOnce(first.dataDir)
    await first.start()
    const replaced = 'r'.repeat(32)
    await first.stores.transaction((tx) => tx.adminKey.replace(hashAdminKey(replaced)))
    expect(await first.start()).toBeUndefined()
    writeFileSync(join(first.dataDir, 'admin.key'), 'a later key in the file of the folder')
    expect(await first.start()).toBeUndefined()
    expect(await opens(first, 'a later key in the file of the folder')).toBe(401)
    expect(await opens(first, replaced)).toBe(200)
  })

  it('is replaced on all at their next call, with as long a life of the former one as was said', async () => {
    const three = [await server(), await server(), await server()]
    const key = (await three[0]?.start()) ?? ''
    const replace = (next: string, until?: Date) =>
      three[0]?.stores.transaction((tx) => tx.adminKey.replace(hashAdminKey(next), until))
    const status = (sent: string) => Promise.all(three.map((each) => opens(each, sent)))
    expect(await replace('second', new Date(clock.nowMs() + hourMs))).toBe(true)
    expect([await status('second'), await status(key)]).toEqual([
      [200, 200, 200],
      [200, 200, 200],
    ])
    await replace('third')
    expect([await status('third'), await status('second'), await status(key)]).toEqual([
      [200, 200, 200],
      [401, 401, 401],
      [401, 401, 401],
    ])
  })

  it('of the environment wins on the server that has it', async () => {
    const given = 'g'.repeat(32)
    const [plain, configured] = [await server(), await server({ ADMIN_KEY: given })]
    expect(await configured.start()).toBeUndefined()
    const key = (await plain.start()) ?? ''
    expect([await opens(configured, given), await opens(configured, key)]).toEqual([200, 401])
    expect([await opens(plain, given), await opens(plain, key)]).toEqual([401, 200])
  })

  it('is not replaced where there is none', async () => {
    const { stores } = await server()
    expect(await stores.transaction((tx) => tx.adminKey.replace(hashAdminKey('any')))).toBe(false)
    expect(await stores.adminKey.hashes(clock.now())).toEqual([])
  })
})
