import { randomBytes } from 'node:crypto'
import { statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openS3Double } from '../../../test/harness/s3-double.ts'
import { temporaryFolder } from '../../../test/harness/temporary-folder.ts'
import { openBucket } from './bucket.ts'
import { copyName, writeManifest } from './copies.ts'

const createdAt = new Date('2026-01-01')
const name = copyName(createdAt)

/** A storage, and a folder with a copy that can be uploaded; its manifest says that it has so many bytes. */
async function openFilledBucket() {
  const storage = await openS3Double()
  onTestFinished(() => storage.close())
  const { options, remove } = await temporaryFolder()
  onTestFinished(remove)
  const { dataDir } = options
  writeFileSync(join(dataDir, name), 'a copy that packs well')
  const bucket = openBucket({
    endpoint: storage.endpoint,
    region: storage.env.BACKUP_S3_REGION ?? '',
    prefix: '',
    keyId: storage.env.BACKUP_S3_KEY_ID ?? '',
    secret: storage.env.BACKUP_S3_SECRET ?? '',
    sealKey: randomBytes(32).toString('base64'),
    masterKeyId: '0123abcd',
  })
  const upload = async (bytes: number) => {
    writeManifest(dataDir, name, { createdAt, bytes, masterKeyId: '0123abcd', schema: '', rows: {} })
    await bucket.upload(dataDir, name)
  }
  return { storage, dataDir, bucket, upload }
}

it('a copy that is too large for the disk once it is unpacked is not fetched', async () => {
  const { dataDir, bucket, upload } = await openFilledBucket()
  const { blocks, bsize } = statfsSync(dataDir)
  await upload(blocks * bsize)
  await expect(bucket.download(name, join(dataDir, 'fetched'))).rejects.toThrow('are free')
  await upload(100)
  expect(await bucket.download(name, join(dataDir, 'fetched'))).toContain('"bytes":100')
})

it('a copy whose manifest is not there yet is not listed', async () => {
  const { storage, bucket, upload } = await openFilledBucket()
  await upload(100)
  expect(await bucket.list()).toMatchObject([{ name }])
  expect(storage.objects.delete(`${name}.0123abcd.manifest`)).toBe(true)
  expect(await bucket.list()).toEqual([])
})
