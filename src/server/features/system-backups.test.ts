import { openSync, readFileSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../../../test/harness/create-test-app.ts'
import { createTestDatabase } from '../../../test/harness/create-test-database.ts'
import { describePostgres } from '../../../test/harness/databases.ts'
import { type BackupApp, openBackupApp } from '../../../test/harness/open-backup-app.ts'
import { openSmtpSink } from '../../../test/harness/smtp-sink.ts'
import { runCli } from '../../../test/harness/start-server.ts'
import { permissions } from '../../shared/permissions.ts'
import { lockBackups, openDatabase } from '../db/open.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)

interface Refusal {
  readonly code?: string
}

const post = (it: BackupApp) => it.owner.api<Refusal>('POST', '/api/system/backups', {})

const actions = async ({ stores }: BackupApp) => {
  const { rows } = await stores.audit.list({ action: 'backup' }, false, undefined, 100)
  return rows.map(({ action, actor, details }) => [action, actor, details])
}

/** Changes bytes in the middle of the only copy, whose size stays. */
function damage(it: BackupApp): void {
  const name = it.files().find((file) => file.endsWith('.db')) ?? ''
  const file = join(it.folder, name)
  writeSync(openSync(file, 'r+'), Buffer.alloc(16_384, 0xff), 0, 16_384, Math.floor(statSync(file).size / 2))
}

describe('a backup on the dashboard', () => {
  test('is made beside the calls, checked, private, listed and in the audit log', async () => {
    const it = await openBackupApp()
    const made = await it.backUp()
    expect(made).toMatchObject({ place: 'folder', state: 'complete', rehearsedAt: null, error: null })
    const [copy = '', manifest = '', ...others] = it.files()
    expect([copy, manifest, others]).toEqual([expect.stringMatching(/\.db$/), `${copy}.json`, []])
    expect(statSync(join(it.folder, copy)).size).toBe(made.bytes)
    for (const [name, mode] of Object.entries({ '.': 0o700, [copy]: 0o600, [manifest]: 0o600 })) {
      expect([name, statSync(join(it.folder, name)).mode & 0o777]).toEqual([name, mode])
    }
    expect(await actions(it)).toEqual([['backup.created', it.owner.email, null]])
  })

  test('is for owners alone: no permission, no token and no stranger sees or makes one', async () => {
    const it = await openBackupApp()
    const { owner } = it
    const admin = await it.account('admin')
    await owner.api('PATCH', `/api/admin/users/${admin.id}`, { permissions: [...permissions] })
    const shop = { name: 'shop', days: 1, actions: ['applications:read'] }
    const { token } = (await owner.api<{ token: string }>('POST', '/api/account/tokens', shop)).body
    const calls = [
      ['GET', '/api/system/backups'],
      ['POST', '/api/system/backups'],
      ['POST', '/api/system/backups/1/rehearse'],
    ] as const
    for (const [method, path] of calls) {
      const body = method === 'POST' && path.endsWith('backups') ? {} : undefined
      const refused = await admin.api<Refusal>(method, path, body)
      expect([refused.status, refused.body.code]).toEqual([403, 'permission_missing'])
      const headers = { authorization: `Bearer ${token}` }
      expect((await it.call<Refusal>(method, path, { headers, body })).body.code).toBe('token_not_allowed')
      expect((await it.call<Refusal>(method, path, { body })).status).toBe(401)
    }
    expect(it.files()).toEqual([])
    expect(await actions(it)).toEqual([])
  })

  test('of 200 that are asked for at once one is made; an hour has four', async () => {
    const it = await openBackupApp()
    const answers = await Promise.all(times(200, () => post(it)))
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'backup_running')).toHaveLength(199)
    await it.backups.settled()
    it.clock.advance(1000)
    for (let n = 0; n < 3; n += 1) {
      it.clock.advance(1000)
      await it.backUp()
    }
    const late = await Promise.all(times(200, () => post(it)))
    expect(late.map(({ status }) => status)).toEqual(times(200, () => 429))
    const rehearsal = await it.owner.api('POST', `/api/system/backups/${(await it.list())[0]?.id}/rehearse`)
    expect(rehearsal.status).toBe(429)
    expect(await it.list()).toHaveLength(4)
    it.clock.advance(hourMs)
    expect((await post(it)).status).toBe(202)
    await it.backups.settled()
  })

  test('that a command made is listed once, however many ask at once, and gone when its files are', async () => {
    const it = await openBackupApp()
    expect(runCli(it.dataDir, ['backup', 'create']).code).toBe(0)
    const look = async () => {
      const answers = await Promise.all(times(200, () => it.owner.api<unknown[]>('GET', '/api/system/backups')))
      return new Set(answers.map(({ status, body }) => `${status} ${body.length}`))
    }
    expect(await look()).toEqual(new Set(['200 1']))
    expect(await it.stores.backups.list()).toHaveLength(1)
    for (const name of it.files()) rmSync(join(it.folder, name))
    expect(await look()).toEqual(new Set(['200 0']))
  })

  test('keeps its row while others look at the list', async () => {
    const it = await openBackupApp()
    const { body } = await it.owner.api<{ id: number }>('POST', '/api/system/backups', {})
    let isOver = false
    const settled = it.backups.settled().then(() => {
      isOver = true
    })
    const seen = new Set<string>()
    const look = async () => {
      while (!isOver) for (const { id, state } of await it.list()) seen.add(`${id} ${state}`)
    }
    await Promise.all([settled, ...times(8, look)])
    expect(await it.list()).toMatchObject([{ id: body.id, state: 'complete' }])
    expect([...seen].filter((each) => each !== `${body.id} complete`)).toEqual([`${body.id} running`])
  })

  test('waits for a command that is at work on the backups', async () => {
    const it = await openBackupApp()
    const unlock = lockBackups(it.dataDir)
    expect((await post(it)).body.code).toBe('backup_running')
    unlock?.()
    expect((await it.backUp()).state).toBe('complete')
  })

  test('is refused in the demo, which may look', async () => {
    const it = await openBackupApp({ DEMO_MODE: 'true' })
    expect((await it.owner.api<Refusal>('GET', '/api/system/backups')).body).toEqual([])
    expect(await post(it)).toMatchObject({ status: 409, body: { code: 'not_in_demo' } })
    const rehearsal = await it.owner.api<Refusal>('POST', '/api/system/backups/1/rehearse')
    expect(rehearsal).toMatchObject({ status: 409, body: { code: 'not_in_demo' } })
    expect(it.files()).toEqual([])
  })

  test('unknown fields are refused, and there is no backup of an unknown id', async () => {
    const it = await openBackupApp()
    expect((await it.owner.api('POST', '/api/system/backups', { file: '/etc/passwd' })).status).toBe(400)
    const { status, body } = await it.owner.api<Refusal>('POST', '/api/system/backups/7/rehearse')
    expect([status, body.code]).toEqual([404, 'backup_not_found'])
  })
})

describe('the schedule of backups', () => {
  test('makes one ten minutes after the start, then one a day, and names no person', async () => {
    const it = await openBackupApp()
    await it.backups.tick()
    expect(await it.list()).toEqual([])
    it.clock.advance(10 * minuteMs)
    await it.backups.tick()
    await it.backups.tick()
    expect(await it.list()).toHaveLength(1)
    expect(await actions(it)).toEqual([
      ['backup.created', 'schedule', null],
      ['backup.rehearsed', 'schedule', null],
    ])
    it.clock.advance(23 * hourMs)
    await it.backups.tick()
    expect(await it.list()).toHaveLength(1)
    it.clock.advance(hourMs)
    await it.backups.tick()
    expect(await it.list()).toHaveLength(2)
  })

  test('is a failed one with its reason where its folder cannot be used, and the next one can be made', async () => {
    const it = await openBackupApp()
    rmSync(it.folder, { recursive: true, force: true })
    writeFileSync(it.folder, 'a file where the folder should be')
    expect((await post(it)).status).toBe(202)
    const [failed] = (await it.owner.api<{ state: string; error: string }[]>('GET', '/api/system/backups')).body
    expect(failed).toMatchObject({
      state: 'failed',
      error: expect.stringContaining("The backup folder can't be used ("),
    })
    expect((await actions(it)).map(([action]) => action)).toEqual(['backup.failed'])
    rmSync(it.folder)
    expect(await it.backUp()).toMatchObject({ state: 'complete' })
  })

  test('makes none where 1.2 times its size is not free, and asks for room', async () => {
    const it = await openBackupApp()
    // a sparse file, larger than the disk
    const { blocks, bsize } = statfsSync(it.dataDir)
    truncateSync(join(it.dataDir, 'keywright.db-wal'), blocks * bsize)
    const { status, body } = await post(it)
    expect([status, body.code]).toEqual([503, 'disk_full'])
    expect(await it.list()).toEqual([])
    it.clock.advance(10 * minuteMs)
    await it.backups.tick()
    expect(await it.list()).toMatchObject([
      { state: 'failed', bytes: null, error: expect.stringContaining('are free') },
    ])
    expect(it.files()).toEqual([])
    truncateSync(join(it.dataDir, 'keywright.db-wal'), 0)
  })

  test('0 makes none', async () => {
    const it = await openBackupApp({ BACKUP_EVERY_HOURS: '0' })
    it.clock.advance(1000 * hourMs)
    await it.backups.tick()
    expect(it.files()).toEqual([])
  })

  test('keeps as many as it is told, and removes the files of the others', async () => {
    const it = await openBackupApp({ BACKUP_KEEP: '2,0,0' })
    it.clock.advance(10 * minuteMs)
    for (let day = 0; day < 4; day += 1) {
      await it.backups.tick()
      it.clock.advance(24 * hourMs)
    }
    const names = (await it.list()).map(({ createdAt }) => createdAt.slice(0, 10))
    expect(names).toEqual(['2026-01-04', '2026-01-03'])
    expect(it.files().filter((name) => name.endsWith('.db'))).toHaveLength(2)
    expect(it.files()).toHaveLength(4)
  })

  test('removes nothing while the clock is in doubt', async () => {
    const it = await openBackupApp({ BACKUP_KEEP: '1,0,0' })
    await it.backUp()
    it.clock.jump(2 * hourMs)
    await it.backUp()
    expect(await it.list()).toHaveLength(2)
    it.clock.advance(10 * minuteMs)
    await it.backUp()
    expect(await it.list()).toHaveLength(1)
  })

  test('a failure is listed, audited and mailed to owners, once a day; it is tried again after an hour', async () => {
    const sink = await openSmtpSink()
    onTestFinished(() => sink.close())
    const it = await openBackupApp({ SMTP_URL: sink.url, SMTP_FROM: 'noreply@example.com' })
    await it.account('admin')
    // where the folder should be
    writeFileSync(it.folder, '')
    it.clock.advance(10 * minuteMs)
    for (let minute = 0; minute < 61; minute += 1) {
      await it.backups.tick()
      it.clock.advance(minuteMs)
    }
    await it.app.whenIdle()
    expect((await it.list()).map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect((await actions(it)).map(([action]) => action)).toEqual(['backup.failed', 'backup.failed'])
    expect(sink.mails.map(({ to }) => to)).toEqual([[it.owner.email]])
    expect(sink.mails[0]?.text).toContain('/system')
    it.clock.advance(24 * hourMs)
    await it.backups.tick()
    await it.app.whenIdle()
    expect(sink.mails).toHaveLength(2)
  })
})

describe('a rehearsal', () => {
  const rehearse = async (it: BackupApp, id: number) => {
    it.clock.advance(1000)
    const { status } = await it.owner.api('POST', `/api/system/backups/${id}/rehearse`)
    expect(status).toBe(202)
    await it.backups.settled()
    return (await it.list()).find((each) => each.id === id)
  }

  test('finds every row and a key that opens, and leaves nothing behind', async () => {
    const it = await openBackupApp()
    await it.owner.api('POST', '/api/applications', { name: 'Game' })
    const { id } = await it.backUp()
    const before = it.files()
    expect(await rehearse(it, id)).toMatchObject({ state: 'complete', rehearsedAt: '2026-01-01T00:00:01.000Z' })
    expect(it.files()).toEqual(before)
    expect((await actions(it)).map(([action]) => action)).toEqual(['backup.created', 'backup.rehearsed'])
  })

  test('finds a damaged copy, which counts as none from then on', async () => {
    const it = await openBackupApp()
    const { id } = await it.backUp()
    damage(it)
    expect(await rehearse(it, id)).toMatchObject({ state: 'failed', rehearsedAt: null, error: expect.any(String) })
    expect((await actions(it)).map(([action]) => action)).toEqual(['backup.created', 'backup.failed'])
    it.clock.advance(hourMs)
    await it.backups.tick()
    expect((await it.list())[0]).toMatchObject({ state: 'complete' })
  })

  test('finds a copy whose keys the master key does not open', async () => {
    const it = await openBackupApp()
    await it.owner.api('POST', '/api/applications', { name: 'Game' })
    const { id } = await it.backUp()
    const [copy = ''] = it.files()
    const db = new DatabaseSync(join(it.folder, copy))
    db.exec("UPDATE api_keys SET key_sealed = substr(key_sealed, 1, 40) || 'AAAA' || substr(key_sealed, 45)")
    db.close()
    const found = await rehearse(it, id)
    expect(found).toMatchObject({ state: 'failed', error: 'Its keys belong to another master key.' })
  })

  test('finds a copy that lacks rows of its manifest', async () => {
    const it = await openBackupApp()
    const { id } = await it.backUp()
    const [, manifest = ''] = it.files()
    const file = join(it.folder, manifest)
    const told = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...told, rows: { ...told.rows, accounts: 7 } }))
    expect(await rehearse(it, id)).toMatchObject({ state: 'failed', error: expect.stringContaining('accounts') })
  })
})

describePostgres('backups with PostgreSQL', () => {
  test("are those of PostgreSQL's own tools", async () => {
    const { url, drop } = await createTestDatabase({ isMigrated: true })
    const database = await openDatabase({ dataDir: '/nonexistent', databaseUrl: url })
    const it = await createTestApp({ database })
    onTestFinished(async () => {
      await it.close()
      await database.close()
      await drop()
    })
    const owner = await it.account('owner')
    for (const [method, sent] of [['GET'], ['POST', {}]] as const) {
      const { status, body } = await owner.api<Refusal>(method, '/api/system/backups', sent)
      expect([status, body.code]).toEqual([409, 'not_embedded'])
    }
  })
})
