import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type BackupApp, openBackupApp } from '../../../test/harness/open-backup-app.ts'
import { openS3Double, type S3Double } from '../../../test/harness/s3-double.ts'
import { runCli, serverEnv } from '../../../test/harness/start-server.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'

const hourMs = 3_600_000
const masterKey = 'a master key that both machines have'
const partBytes = 8 * 1024 * 1024

async function openStorage(): Promise<S3Double> {
  const storage = await openS3Double()
  onTestFinished(() => storage.close())
  return storage
}

const openApp = (storage: S3Double, env: Readonly<Record<string, string>> = {}) =>
  openBackupApp({ MASTER_KEY: masterKey, ...storage.env, ...env })

const inStorage = async (it: BackupApp) => (await it.list()).filter(({ place }) => place === 's3')

/** The commands run while a double of this process answers them: not as its child that it would wait for. */
async function cli(it: Pick<BackupApp, 'dataDir'>, storage: S3Double, args: readonly string[]) {
  const { spawn } = await import('node:child_process')
  const { fileURLToPath } = await import('node:url')
  const program = fileURLToPath(new URL('../cli.ts', import.meta.url))
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...serverEnv, MASTER_KEY: masterKey, DATA_DIR: it.dataDir, ...storage.env },
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, text }
}

/** More than one part, and incompressible. */
async function grow(it: BackupApp): Promise<void> {
  const list_id = 'noise'
  for (let number = 0; number < 10; number += 1) {
    const row_ids = randomBytes(1_500_000).toString('base64')
    await it.database.transaction((tx) =>
      tx.insertInto('operation_parts').values({ list_id, number, row_ids }).execute(),
    )
  }
}

async function rehearse(it: BackupApp, id = 0) {
  expect((await it.owner.api('POST', `/api/system/backups/${id}/rehearse`)).status).toBe(202)
  await it.backups.settled()
  return (await it.list()).find((each) => each.id === id)
}

describe('a backup in S3 storage', () => {
  test('is signed, encrypted, listed beside the one in the folder, and reveals nothing', async () => {
    const storage = await openStorage()
    const it = await openApp(storage)
    await it.owner.api('POST', '/api/applications', { name: 'Game of the canary' })
    await it.backUp()
    const [copy = ''] = it.files()
    expect((await it.list()).map(({ place, state }) => [place, state])).toEqual([
      ['s3', 'complete'],
      ['folder', 'complete'],
    ])
    expect([...storage.objects.keys()].sort()).toEqual([
      expect.stringMatching(new RegExp(`^kw/${copy}\\.[0-9a-f]{8}\\.data$`)),
      expect.stringMatching(new RegExp(`^kw/${copy}\\.[0-9a-f]{8}\\.manifest$`)),
    ])
    for (const bytes of storage.objects.values()) {
      expect(bytes.includes('canary') || bytes.includes('SQLite') || bytes.includes('accounts')).toBe(false)
    }
    expect(storage.refused()).toBe(0)
    expect(it.files()).toEqual([copy, `${copy}.json`])
  })

  test('is fetched, rehearsed and restored by its name on a machine that has the master key alone', async () => {
    const storage = await openStorage()
    const it = await openApp(storage)
    await it.owner.api('POST', '/api/applications', { name: 'Game' })
    await it.backUp()
    const [copy = ''] = it.files()
    const { options, remove } = await temporaryFolder()
    onTestFinished(remove)
    const elsewhere = { dataDir: join(options.dataDir, 'new') }
    expect(await cli(elsewhere, storage, ['backup', 'list'])).toMatchObject({
      code: 0,
      text: expect.stringContaining(copy),
    })
    expect(await cli(elsewhere, storage, ['backup', 'rehearse'])).toMatchObject({
      code: 0,
      text: expect.stringContaining('(s3) can be restored'),
    })
    expect(await cli(elsewhere, storage, ['backup', 'restore', copy])).toMatchObject({ code: 0 })
    const fetched = readFileSync(join(elsewhere.dataDir, 'backups', copy))
    expect(fetched.equals(readFileSync(join(it.folder, copy)))).toBe(true)
    expect(runCli(elsewhere.dataDir, ['backup', 'rehearse', copy], { MASTER_KEY: masterKey }).code).toBe(0)
  }, 120_000)

  test('that is large goes in parts, none of which is larger than one', async () => {
    const storage = await openStorage()
    const it = await openApp(storage)
    await grow(it)
    await it.backUp()
    const [row] = await inStorage(it)
    expect(row).toMatchObject({ state: 'complete' })
    expect(row?.bytes).toBeGreaterThan(partBytes)
    expect(storage.largestBody()).toBe(partBytes)
    expect(storage.uploads.size).toBe(0)
    expect(await rehearse(it, row?.id)).toMatchObject({ state: 'complete', rehearsedAt: expect.any(String) })
  }, 60_000)

  test('removes what its killed uploads left, which the storage would keep and charge for, and nothing else', async () => {
    const storage = await openStorage()
    const it = await openApp(storage)
    await it.backUp()
    const ours = [...storage.objects.keys()].find((key) => key.endsWith('.data')) ?? ''
    const others = [ours.replace(/[0-9a-f]{8}\.data$/, '00000000.data'), 'elsewhere/keywright.data']
    for (const key of [ours, ...others]) storage.uploads.set(`left-${key}`, { key, parts: new Map() })
    const left = [ours.replace('2026-01-01', '2025-12-31'), ...others]
    for (const key of left) storage.objects.set(key, Buffer.from('without a manifest'))
    it.clock.advance(1000)
    await it.backUp()
    expect([...storage.uploads.values()].map(({ key }) => key)).toEqual(others)
    expect(left.filter((key) => storage.objects.has(key))).toEqual(others)
    expect(await inStorage(it)).toHaveLength(2)
  })

  test('of another installation in the same bucket is neither listed nor removed', async () => {
    const storage = await openStorage()
    const first = await openApp(storage)
    await first.backUp()
    const second = await openApp(storage, {
      MASTER_KEY: 'the master key of somebody else, as long',
      BACKUP_KEEP: '1,0,0',
    })
    for (let n = 0; n < 2; n += 1) {
      second.clock.advance(1000)
      await second.backUp()
    }
    expect(await inStorage(second)).toHaveLength(1)
    expect(storage.objects.size).toBe(4)
    await first.backups.tick()
    expect(await inStorage(first)).toHaveLength(1)
  })
})

describe('S3 storage that fails', () => {
  test('with a wrong secret, or away: the copy in the folder counts, and it is tried again an hour later', async () => {
    const storage = await openStorage()
    const it = await openApp(storage, { BACKUP_S3_SECRET: 'not the secret of the storage' })
    await it.backUp()
    expect(await it.list()).toMatchObject([
      { place: 's3', state: 'failed', error: expect.stringContaining('403') },
      { place: 'folder', state: 'complete' },
    ])
    expect(storage.objects.size).toBe(0)

    const other = await openApp(storage)
    storage.mood.status = 503
    await other.backUp()
    await other.backups.tick()
    expect(await inStorage(other)).toMatchObject([{ state: 'failed', error: expect.stringContaining('503') }])
    storage.mood.status = undefined
    await other.backups.tick()
    expect(await inStorage(other)).toMatchObject([{ state: 'failed' }])
    other.clock.advance(hourMs)
    await other.backups.tick()
    expect(await inStorage(other)).toMatchObject([{ state: 'complete', error: null }])
  })

  test('in the middle of an upload, or at its end with 200: nothing is listed that cannot be read', async () => {
    const storage = await openStorage()
    const it = await openApp(storage)
    storage.mood.cutUploads = 0
    await it.backUp()
    expect(await inStorage(it)).toMatchObject([{ state: 'failed' }])
    storage.mood.cutUploads = undefined
    storage.mood.losesEnds = true
    await grow(it)
    it.clock.advance(1000)
    await it.backUp()
    expect((await inStorage(it)).map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect([...storage.objects.keys()].filter((key) => key.endsWith('.manifest'))).toEqual([])
    expect(await cli(it, storage, ['backup', 'list'])).toMatchObject({ text: expect.not.stringContaining('s3') })
  }, 60_000)

  test('that keeps less than it was sent has no copy', async () => {
    const storage = await openStorage()
    const it = await openApp(storage)
    storage.mood.keepsHalves = true
    await it.backUp()
    expect(await inStorage(it)).toMatchObject([{ state: 'failed', error: expect.stringContaining('The storage kept') }])
    expect([...storage.objects.keys()].filter((key) => key.endsWith('.manifest'))).toEqual([])
  })

  test('that cuts a download says so, and the copy still counts; one that changed a byte has none', async () => {
    const storage = await openStorage()
    const it = await openApp(storage)
    await it.backUp()
    const [row] = await inStorage(it)
    storage.mood.cutDownloadsAfter = 40
    expect(await rehearse(it, row?.id)).toMatchObject({ state: 'complete', error: expect.any(String) })
    storage.mood.cutDownloadsAfter = undefined
    expect(await rehearse(it, row?.id)).toMatchObject({ state: 'complete', error: null })
    const [key = '', bytes] = [...storage.objects].find(([name]) => name.endsWith('.data')) ?? []
    const changed = Buffer.from(bytes ?? [])
    changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1
    storage.objects.set(key, changed)
    expect(await rehearse(it, row?.id)).toMatchObject({ state: 'failed', error: expect.stringContaining('changed') })
  }, 60_000)

  test('that hands out an older copy under the name of a newer one is noticed', async () => {
    const storage = await openStorage()
    const it = await openApp(storage)
    await it.backUp()
    const older = [...storage.objects]
    it.clock.advance(1000)
    await it.backUp()
    const newer = [...storage.objects.keys()].filter((key) => !older.some(([name]) => name === key))
    for (const [index, key] of newer.sort().entries())
      storage.objects.set(key, older.sort()[index]?.[1] ?? Buffer.alloc(0))
    const [row] = await inStorage(it)
    expect(await rehearse(it, row?.id)).toMatchObject({ state: 'failed' })
  })

  test('and is slow does not hold up a stop', async () => {
    const storage = await openStorage()
    const it = await openApp(storage)
    const arrived = new Promise<void>((resolve) => {
      storage.mood.onUpload = resolve
    })
    storage.mood.cutUploads = undefined
    const begun = it.owner.api('POST', '/api/system/backups', {})
    await arrived
    await begun
    const startedMs = performance.now()
    await it.backups.stop()
    expect(performance.now() - startedMs).toBeLessThan(5_000)
    expect([...storage.objects.keys()].filter((key) => key.endsWith('.manifest'))).toEqual([])
    const rows = await it.stores.backups.list()
    expect(rows.filter(({ place }) => place === 's3')).toMatchObject([{ state: 'failed' }])
    expect((await it.stores.audit.list({ action: 'backup.failed' }, false, undefined, 9)).rows).toEqual([])
  })
})
