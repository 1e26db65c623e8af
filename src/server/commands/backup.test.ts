import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openS3Double } from '../../../test/harness/s3-double.ts'
import { canMount, mountSmallDisk } from '../../../test/harness/small-disk.ts'
import { copyName } from '../backups/copies.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/open.ts'
import { openSecrets } from '../lib/secrets.ts'
import { createBackup } from './backup.ts'

const mebibyte = 1024 * 1024

it.skipIf(!canMount)('copies in the S3 storage may be larger than the disk of this machine', async () => {
  const disk = mountSmallDisk(32 * mebibyte)
  onTestFinished(() => disk.unmount())
  const storage = await openS3Double()
  onTestFinished(() => storage.close())
  const dataDir = disk.folder
  const masterKey = 'a master key that is long enough'
  await (await openDatabase({ dataDir, checkpoint: false })).close()
  const { keyId } = openSecrets(dataDir, { masterKey, isFirstStart: false })
  const older = Array.from({ length: 3 }, (_, day) => copyName(new Date(Date.UTC(2026, 0, 1 + day))))
  for (const name of older) {
    storage.objects.set(`kw/${name}.${keyId}.data`, Buffer.alloc(12 * mebibyte))
    storage.objects.set(`kw/${name}.${keyId}.manifest`, Buffer.from('of another day'))
  }
  await createBackup(readConfig({ DATA_DIR: dataDir, MASTER_KEY: masterKey, ...storage.env }))
  const [made = ''] = readdirSync(join(dataDir, 'backups')).filter((name) => name.endsWith('.db'))
  const stored = [...storage.objects.keys()].filter((key) => key.endsWith('.data'))
  expect(stored.sort()).toEqual([...older, made].map((name) => `kw/${name}.${keyId}.data`))
})
