import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SealedKey } from '../db/open.ts'
import type { Secrets } from '../lib/secrets.ts'
import { openSealedApiKey } from '../store/applications/api-keys.ts'
import type { BackupRow } from '../store/installation/backups.ts'
import { runTask } from './backup-task.ts'
import type { CopyPlace } from './copy-place.ts'
import { DamagedCopy } from './damaged-copy.ts'
import { flushWhile } from './flush-while.ts'
import { requireRoom } from './room.ts'

interface Rehearsal {
  /** Where there is room for a second copy. */
  readonly folder: string
  readonly secrets: Secrets
  readonly signal: AbortSignal
}

/**
 * Does all that a restore would do, in a temporary folder: fetches the copy, checks it, counts its rows against its
 * manifest, migrates it and opens one of its keys.
 * @throws DamagedCopy
 */
export async function tryOut(
  place: CopyPlace,
  { id, name, bytes }: Pick<BackupRow, 'id' | 'name' | 'bytes'>,
  { folder, secrets, signal }: Rehearsal,
): Promise<void> {
  const target = join(folder, `rehearsal-${id}`)
  await requireRoom(folder, bytes ?? 0)
  try {
    await mkdir(target, { recursive: true, mode: 0o700 })
    const { rows } = await flushWhile(join(target, name), place.fetch(name, target, signal))
    const key = await runTask('rehearse', { file: join(target, name), rows }, signal)
    if (key) assertOpens(secrets, key)
  } finally {
    await rm(target, { recursive: true, force: true })
  }
}

function assertOpens(secrets: Secrets, { applicationId, sealed }: SealedKey): void {
  try {
    openSealedApiKey(secrets, applicationId, sealed)
  } catch {
    throw new DamagedCopy('Its keys belong to another master key.')
  }
}
