import { openAsBlob } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { S3mini } from 's3mini'
import { z } from 'zod'
import type { BucketConfig } from '../backup-settings.ts'
import { madeAt, manifestText, parseManifest, readManifest } from './copies.ts'
import { DamagedCopy } from './damaged-copy.ts'
import { requireRoom } from './room.ts'
import { openFile, sealFile } from './seal-file.ts'

/** A bucket with the key that seals what goes into it, and the ID of the master key that it is derived from. */
export interface BucketAccess extends BucketConfig {
  readonly sealKey: string
  readonly masterKeyId: string
}

/** A copy in the bucket, with the size of what is stored. */
export interface RemoteCopy {
  readonly name: string
  readonly bytes: number
}

/** A part of 8 MiB, over a line of half a megabit a second. */
const requestMs = 150_000
const manifestMaxBytes = 1_000_000

/** Copies under the prefix that belong to this master key: installations may share a bucket. */
export function openBucket(access: BucketAccess) {
  const { endpoint, region, prefix, keyId, secret, masterKeyId } = access
  const key = Buffer.from(access.sealKey, 'base64')
  const connection = { endpoint, region, accessKeyId: keyId, secretAccessKey: secret }
  const client = new S3mini({ ...connection, requestAbortTimeout: requestMs })
  // A large body may take longer, and ends by itself after five minutes without a byte.
  const downloads = new S3mini(connection)
  const objectOf = (name: string, part: 'data' | 'manifest') => `${prefix}${name}.${masterKeyId}.${part}`

  const put = async (name: string, part: 'data' | 'manifest', file: string): Promise<number> => {
    const blob = await openAsBlob(file)
    await client.putAnyObject(objectOf(name, part), blob)
    // Some storages answer the end of a failed upload with 200.
    const stored = await client.getContentLength(objectOf(name, part))
    if (stored !== blob.size) throw new Error(`The storage kept ${stored} of ${blob.size} bytes.`)
    return blob.size
  }

  const get = async (name: string, part: 'data' | 'manifest', target: string, maxBytes: number): Promise<void> => {
    const response = await downloads.getObjectResponse(objectOf(name, part))
    if (!response?.body) throw new DamagedCopy('It is not in the storage any more.')
    const body = Readable.fromWeb(response.body as ReadableStream)
    await openFile(body, target, key, { name: objectOf(name, part), maxBytes })
  }

  const objectSizes = async (): Promise<Map<string, number>> => {
    const objects = await client.listObjects('/', `${prefix}keywright-`)
    if (!objects) throw new Error('The bucket does not exist.')
    return new Map(objects.map(({ Key, Size }) => [Key, Number(Size)]))
  }

  const suffix = `.${masterKeyId}.data`
  const nameOf = (object: string) => object.slice(prefix.length, -suffix.length)
  const isData = (object: string) => object.endsWith(suffix) && madeAt(nameOf(object)) !== undefined

  /** Removes what killed runs left, which counts as no copy: the storage keeps it, and charges for it. */
  const tidy = async (): Promise<void> => {
    await abortUnfinished(client, `${prefix}keywright-`, masterKeyId)
    const sizes = await objectSizes()
    for (const object of sizes.keys()) {
      const isLeft = isData(object) && !sizes.has(objectOf(nameOf(object), 'manifest'))
      if (isLeft) await client.deleteObject(object)
    }
  }

  return {
    /** Newest first. Only a copy with a manifest counts: it is stored last. */
    async list(): Promise<RemoteCopy[]> {
      const sizes = await objectSizes()
      return [...sizes]
        .filter(([object]) => isData(object) && sizes.has(objectOf(nameOf(object), 'manifest')))
        .map(([object, bytes]) => ({ name: nameOf(object), bytes }))
        .sort((a, b) => (a.name < b.name ? 1 : -1))
    },

    /** Stores a copy of the folder; returns how many bytes it takes. */
    async upload(folder: string, name: string): Promise<RemoteCopy> {
      const manifest = await readManifest(folder, name)
      if (!manifest) throw new DamagedCopy('Its manifest is missing or damaged.')
      const sealed = join(folder, `upload-${name}`)
      try {
        await tidy()
        await sealFile(join(folder, name), sealed, key, objectOf(name, 'data'))
        const bytes = await put(name, 'data', sealed)
        await sealFile(join(folder, `${name}.json`), sealed, key, objectOf(name, 'manifest'))
        await put(name, 'manifest', sealed)
        return { name, bytes }
      } finally {
        await rm(sealed, { force: true })
      }
    },

    /** Puts a copy into a folder; returns the text of its manifest. */
    async download(name: string, folder: string): Promise<string> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${name}.manifest`)
      await get(name, 'manifest', file, manifestMaxBytes)
      const manifest = parseManifest(await readFile(file, 'utf8'))
      await rm(file)
      if (!manifest) throw new DamagedCopy('Its manifest is damaged.')
      await requireRoom(folder, manifest.bytes)
      await get(name, 'data', join(folder, name), manifest.bytes)
      return manifestText(manifest)
    },

    async remove(name: string): Promise<void> {
      for (const part of ['manifest', 'data'] as const) await client.deleteObject(objectOf(name, part))
    },
  }
}

/** Ends the uploads of killed runs: their parts are invisible. */
async function abortUnfinished(client: S3mini, prefix: string, masterKeyId: string): Promise<void> {
  const answer: unknown = await client.listMultipartUploads('/', '', 'GET', { prefix }).catch(() => undefined)
  for (const { Key, UploadId } of Unfinished.safeParse(answer).data?.ListMultipartUploadsResult.Upload ?? []) {
    const isOurs = Key.startsWith(prefix) && Key.includes(`.${masterKeyId}.`)
    if (isOurs) await client.abortMultipartUpload(Key, UploadId).catch(() => undefined)
  }
}

const Upload = z.object({ Key: z.string(), UploadId: z.string() })
/** The XML of the answer, as the library hands it on: one element is no list. */
const Unfinished = z.object({
  ListMultipartUploadsResult: z.object({ Upload: z.union([z.array(Upload), Upload.transform((one) => [one])]) }),
})
