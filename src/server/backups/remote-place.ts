import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BucketConfig } from '../backup-settings.ts'
import type { Secrets } from '../lib/secrets.ts'
import { runTask } from './backup-task.ts'
import type { BucketAccess, RemoteCopy } from './bucket.ts'
import { madeAt, parseManifest } from './copies.ts'
import type { CopyPlace } from './copy-place.ts'
import { DamagedCopy } from './damaged-copy.ts'

/** S3-compatible storage. A process of its own does the work, so that a stop can end it at any time. */
export interface RemotePlace extends CopyPlace {
  /** Stores a copy of the folder; resolves with the bytes that it takes. */
  upload(folder: string, name: string, signal: AbortSignal): Promise<RemoteCopy>
}

export function remotePlace(config: BucketConfig, secrets: Pick<Secrets, 'keyId' | 'deriveKey'>): RemotePlace {
  const sealKey = secrets.deriveKey('backup').toString('base64')
  const bucket: BucketAccess = { ...config, sealKey, masterKeyId: secrets.keyId }
  return {
    place: 's3',
    async list(signal) {
      const copies = await runTask('list', { bucket }, signal)
      return copies.map((copy) => ({ ...copy, createdAt: madeAt(copy.name) ?? new Date(0) }))
    },
    async fetch(name, folder, signal) {
      try {
        const manifest = parseManifest(await runTask('download', { bucket, name, folder }, signal))
        if (manifest) return manifest
      } catch (error) {
        await rm(join(folder, name), { force: true })
        throw error
      }
      throw new DamagedCopy('Its manifest is damaged.')
    },
    async remove(name, signal) {
      await runTask('remove', { bucket, name }, signal)
    },
    roomBytes: async () => Number.POSITIVE_INFINITY,
    upload: (folder, name, signal) => runTask('upload', { bucket, folder, name }, signal),
  }
}
