import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { BackupConfig } from '../backup-settings.ts'
import { lockBackups, type SqliteDatabase } from '../db/open.ts'
import type { ClockJumpDetector } from '../lib/clock-jump.ts'
import type { Secrets } from '../lib/secrets.ts'
import type { BackupRow } from '../store/installation/backups.ts'
import { type AskedBy, type BackupRecordDeps, bySchedule, openBackupRecord } from './backup-record.ts'
import { openBackupWork, reasonOf } from './backup-work.ts'
import { backupFolder } from './copies.ts'
import { type CopyPlace, folderPlace } from './copy-place.ts'
import { remotePlace } from './remote-place.ts'
import { NoRoom } from './room.ts'
import { isCopyDue, isRehearsalDue, isUploadDue } from './schedule.ts'

/** Backups of the embedded database. One run at a time, also beside a command. */
export interface Backups {
  /** What there is, newest first; a run under way with what it has written. */
  list(): Promise<BackupRow[]>
  /**
   * Begins a copy; `running` while another run is under way. One that can't begin is a row that says why.
   * @throws NoRoom
   */
  start(by: AskedBy): Promise<{ readonly id: number } | 'running'>
  /** Begins to try out a copy. */
  rehearse(id: number, by: AskedBy): Promise<'begun' | 'running' | 'missing'>
  /** Does what is due by now, and resolves when it is done. */
  tick(): Promise<void>
  /** The newest copy of each place, as of the last run; for metrics. */
  newest(): readonly Pick<BackupRow, 'place' | 'createdAt' | 'bytes'>[]
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
  /** Ends what is under way. */
  stop(): Promise<void>
}

export interface BackupDeps extends BackupRecordDeps {
  readonly database: SqliteDatabase
  readonly secrets: Secrets
  readonly clockJumps: Pick<ClockJumpDetector, 'isSure'>
  readonly config: BackupConfig
}

/** Undefined where there is no file to copy. */
export function openBackups(deps: BackupDeps): Backups | undefined {
  const { file } = deps.database
  return file === undefined ? undefined : openIn(dirname(file), deps)
}

function openIn(dataDir: string, deps: BackupDeps): Backups {
  const { clock, config, secrets } = deps
  const folder = backupFolder(dataDir)
  const record = openBackupRecord(deps)
  const here = folderPlace(folder)
  const remote = config.bucket && remotePlace(config.bucket, secrets)
  const places: readonly CopyPlace[] = remote ? [here, remote] : [here]
  const stopping = new AbortController()
  const { signal } = stopping
  const work = openBackupWork({ ...deps, record, here, remote, dataDir, folder, signal })
  const startedMs = clock.nowMs()
  let underWay: Promise<void> | undefined
  let isBusy = false
  let isRemoteKnown = false
  let rows: readonly BackupRow[] = []

  const refresh = async (): Promise<readonly BackupRow[]> => {
    await record.follow(
      'folder',
      () => here.list(signal),
      () => isBusy,
    )
    rows = await record.list()
    return rows
  }

  /** The right to run; undefined while somebody else has it. */
  const enter = (): (() => void) | undefined => {
    if (isBusy || signal.aborted) return undefined
    const unlock = lockBackups(dataDir)
    if (!unlock) return undefined
    isBusy = true
    return () => {
      isBusy = false
      unlock()
    }
  }

  /** What it begins is under way until it has ended. */
  const run = (leave: () => void, job: () => Promise<void>): Promise<void> => {
    underWay = job()
      .finally(leave)
      .then(refresh)
      .then(
        () => undefined,
        (error: unknown) => deps.log.error('backup failed', { error: String(error) }),
      )
    return underWay
  }

  const newestOf = (place: CopyPlace['place']) => rows.find((row) => row.place === place && isCopy(row))

  /** Once after a start: what earlier runs and other machines left in the bucket. */
  const followRemote = async (): Promise<void> => {
    if (!remote || isRemoteKnown) return
    try {
      await record.follow(
        's3',
        () => remote.list(signal),
        () => isBusy,
      )
      isRemoteKnown = true
    } catch (error) {
      if (!signal.aborted) deps.log.warn('backup storage not listed', { error: reasonOf(error) })
    }
    await refresh()
  }

  const copyIfDue = async (): Promise<void> => {
    const failed = rows.find(({ place, state }) => place === 'folder' && state === 'failed')
    const succeededMs = newestOf('folder')?.createdAt.getTime()
    const past = { startedMs, succeededMs, failedMs: failed?.createdAt.getTime() }
    const leave = isCopyDue(clock.nowMs(), config.everyHours, past) ? enter() : undefined
    if (!leave) return
    await run(leave, async () => {
      const row = await work
        .prepare()
        .catch(async (error: unknown) => void (await work.failedToPrepare(error, bySchedule)))
      if (row) await work.copy(row, bySchedule)
    })
  }

  /** A copy that did not reach the bucket goes there later. */
  const uploadIfDue = async (): Promise<void> => {
    const newest = newestOf('folder')
    if (!remote || !newest || !isUploadDue(clock.nowMs(), work.failedMs.upload)) return
    const stored = rows.filter(({ place, name }) => place === 's3' && name === newest.name)
    const leave = stored.some(isCopy) ? undefined : enter()
    if (!leave) return
    await run(leave, async () => {
      await record.remove(stored.map(({ id }) => id))
      await work.upload(newest, bySchedule)
    })
  }

  const rehearseIfDue = async (place: CopyPlace): Promise<void> => {
    const newest = newestOf(place.place)
    const tried = rows.filter((row) => row.place === place.place).map(({ rehearsedAt }) => rehearsedAt?.getTime() ?? 0)
    const past = {
      startedMs,
      succeededMs: Math.max(0, ...tried) || undefined,
      failedMs: work.failedMs.rehearsal.get(place.place),
    }
    if (!newest || config.everyHours === 0 || !isRehearsalDue(clock.nowMs(), past)) return
    const leave = enter()
    if (leave) await run(leave, () => work.rehearse(place, newest, bySchedule))
  }

  return {
    list: async () => (await refresh()).map((row) => withProgress(folder, row)),
    async start(by) {
      const leave = enter()
      if (!leave) return 'running'
      try {
        const row = await work.prepare()
        void run(leave, () => work.copy(row, by))
        return { id: row.id }
      } catch (error) {
        try {
          if (error instanceof NoRoom) throw error
          return { id: await work.failedToPrepare(error, by) }
        } finally {
          leave()
        }
      }
    },
    async rehearse(id, by) {
      const row = (await record.list()).find((each) => each.id === id)
      if (!row || row.bytes === null) return 'missing'
      const leave = enter()
      if (!leave) return 'running'
      const place = places.find((each) => each.place === row.place)
      void run(leave, () => work.rehearse(place, row, by))
      return 'begun'
    },
    async tick() {
      await refresh()
      await followRemote()
      await copyIfDue()
      await uploadIfDue()
      for (const place of places) await rehearseIfDue(place)
    },
    newest: () => places.flatMap(({ place }) => newestOf(place) ?? []),
    settled: async () => underWay,
    async stop() {
      stopping.abort()
      await underWay
    },
  }
}

const isCopy = ({ state }: BackupRow) => state === 'complete' || state === 'rehearsing'

function withProgress(folder: string, row: BackupRow): BackupRow {
  if (row.state !== 'running') return row
  const partial = statSync(join(folder, `${row.name}.partial`), { throwIfNoEntry: false })
  return { ...row, bytes: partial?.size ?? null }
}
