import { join } from 'node:path'
import type { BackupConfig } from '../backup-settings.ts'
import type { Clock } from '../lib/clock.ts'
import type { ClockJumpDetector } from '../lib/clock-jump.ts'
import type { Log } from '../lib/log.ts'
import type { Secrets } from '../lib/secrets.ts'
import type { BackupRow } from '../store/installation/backups.ts'
import type { AskedBy, BackupRecord } from './backup-record.ts'
import { runTask } from './backup-task.ts'
import { beginCopy, copyName, tidyFolder, writeManifest } from './copies.ts'
import type { CopyPlace } from './copy-place.ts'
import { DamagedCopy } from './damaged-copy.ts'
import { flushWhile } from './flush-while.ts'
import { copiesToRemove } from './keep.ts'
import { tryOut } from './rehearse.ts'
import type { RemotePlace } from './remote-place.ts'
import { databaseBytes, NoRoom, requireRoom } from './room.ts'

interface BackupWorkDeps {
  readonly record: BackupRecord
  readonly here: CopyPlace
  readonly remote: RemotePlace | undefined
  readonly dataDir: string
  readonly folder: string
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
  readonly clockJumps: Pick<ClockJumpDetector, 'isSure'>
  readonly config: Pick<BackupConfig, 'keep'>
  /** Aborted when the server stops. */
  readonly signal: AbortSignal
}

/** Far more than runs that fail at once can fill; a copy with a later time was made by a wrong clock. */
const momentMs = 1_000

/** The runs themselves. None throws because of a copy: its row says what happened. For who holds the lock of backups. */
export function openBackupWork(deps: BackupWorkDeps) {
  const { record, here, remote, dataDir, folder, secrets, clock, clockJumps, config, signal, log } = deps
  /** When trying out a copy of a place, or storing one in the bucket, last failed. */
  const failedMs = { rehearsal: new Map<string, number>(), upload: undefined as number | undefined }

  const fail = (row: BackupRow, state: BackupRow['state'], error: unknown, by: AskedBy) =>
    signal.aborted ? record.interrupted(row, state) : record.failed(row, state, reasonOf(error), by)

  /** Nothing is deleted while the time is in doubt. */
  const prune = async (place: CopyPlace): Promise<void> => {
    if (!clockJumps.isSure()) return
    const found = await record.follow(
      place.place,
      () => place.list(signal),
      () => true,
    )
    const all = (await record.list()).filter((row) => row.place === place.place)
    const present = new Set(found.map(({ name }) => name))
    const copies = all
      .filter(({ name }) => present.has(name))
      .map((row) => ({ ...row, bytes: row.bytes ?? 0, isDamaged: row.state === 'failed' }))
    const removed = copiesToRemove(copies, config.keep, await place.roomBytes())
    for (const { name } of removed) await place.remove(name, signal)
    await record.remove(removed.map(({ id }) => id))
  }

  /** Old copies that stay a day longer are no reason to call the new one failed. */
  const rotate = async (place: CopyPlace): Promise<void> => {
    await prune(place).catch((error: unknown) => {
      if (!signal.aborted) log.warn('old backups not removed', { place: place.place, error: reasonOf(error) })
    })
  }

  /** Stores the copy in the bucket, as a row of its own. */
  const upload = async ({ name, createdAt, bytes }: BackupRow, by: AskedBy): Promise<void> => {
    if (!remote || signal.aborted) return
    const row = await record.begin('s3', name, createdAt)
    try {
      await requireRoom(folder, bytes ?? 0)
      const stored = await remote.upload(folder, name, signal)
      await record.completed(row, stored.bytes, by)
      await rotate(remote)
    } catch (error) {
      failedMs.upload = clock.nowMs()
      await fail(row, 'failed', error, by)
    }
  }

  /** When a copy is made, by which it is named: after those that began in this moment. */
  const nextTime = async (): Promise<Date> => {
    const nowMs = clock.nowMs()
    const begun = (await record.list()).map(({ createdAt }) => createdAt.getTime())
    const latestMs = Math.max(...begun.filter((ms) => ms >= nowMs && ms < nowMs + momentMs))
    return new Date(Math.max(nowMs, latestMs + 1))
  }

  return {
    failedMs,
    upload,

    /**
     * Makes room and a row for a copy.
     * @throws NoRoom
     */
    async prepare(): Promise<BackupRow> {
      const at = await nextTime()
      await tidyFolder(folder)
      await requireRoom(folder, databaseBytes(dataDir))
      beginCopy(folder, copyName(at))
      return record.begin('folder', copyName(at), at)
    },

    /** For a copy that could not even be prepared. */
    async failedToPrepare(error: unknown, by: AskedBy): Promise<number> {
      const at = await nextTime()
      const row = await record.begin('folder', copyName(at), at)
      await record.failed(row, 'failed', reasonOf(error), by)
      return row.id
    },

    async copy(row: BackupRow, by: AskedBy): Promise<void> {
      try {
        const target = join(folder, row.name)
        const made = await flushWhile(`${target}.partial`, runTask('copy', { dataDir, target }, signal))
        writeManifest(folder, row.name, { ...made, createdAt: row.createdAt })
        await record.completed(row, made.bytes, by)
        await rotate(here)
        await upload({ ...row, bytes: made.bytes }, by)
      } catch (error) {
        await fail(row, 'failed', error, by)
        await tidyFolder(folder)
      }
    },

    async rehearse(place: CopyPlace | undefined, row: BackupRow, by: AskedBy): Promise<void> {
      try {
        if (!place) throw new Error('Its place is not configured.')
        await record.rehearsing(row)
        await tidyFolder(folder)
        await tryOut(place, row, { folder, secrets, signal })
        await record.rehearsed(row, by)
      } catch (error) {
        failedMs.rehearsal.set(row.place, clock.nowMs())
        await fail(row, error instanceof DamagedCopy ? 'failed' : 'complete', error, by)
      }
    },
  }
}

/** The reason in words. Those of the file system name paths: their code is enough. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = (error as NodeJS.ErrnoException).code
  return code !== undefined && !(error instanceof NoRoom) ? `The backup folder can't be used (${code}).` : error.message
}
