import type { BackgroundQueue } from '../lib/background-queue.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Mailer } from '../lib/mailer.ts'
import type { Stores } from '../store/index.ts'
import type { BackupRow } from '../store/installation/backups.ts'
import type { Copy } from './copies.ts'
import { differences, stoppedMeanwhile } from './follow-copies.ts'

/** Who asked for a run, for the audit log. */
export interface AskedBy {
  /** null: nobody, the schedule. */
  readonly accountId: number | null
  readonly actor: string
  readonly ip: string
}

export const bySchedule: AskedBy = { accountId: null, actor: 'schedule', ip: '' }

export interface BackupRecordDeps {
  readonly stores: Stores
  readonly clock: Clock
  readonly log: Log
  /** Absent if no mail server is configured. */
  readonly mailer: Mailer | undefined
  readonly backgroundQueue: BackgroundQueue
  /** The public address of this server. */
  readonly origin: () => string
}

type Change = Parameters<Stores['backups']['update']>[1]

const mailEveryMs = 24 * 60 * 60 * 1000

/** Rows, audit log and mail about backups: what the rest of the server learns of them. */
export function openBackupRecord({ stores, clock, log, mailer, backgroundQueue, origin }: BackupRecordDeps) {
  const subjectOf = ({ id, place, name }: Pick<BackupRow, 'id' | 'place' | 'name'>) => `backup ${id}, ${place}, ${name}`

  const write = (row: Pick<BackupRow, 'id' | 'place' | 'name'>, change: Change, action: string, by: AskedBy) =>
    stores.transaction(async (tx) => {
      await tx.backups.update(row.id, change)
      const details = change.error ? { details: change.error } : {}
      await tx.audit.insert({ ...by, action, subject: subjectOf(row), at: clock.now(), ...details })
    })

  const mailOwners = async (row: Pick<BackupRow, 'id'>, what: string): Promise<void> => {
    if (!mailer) return
    const rows = await stores.backups.list()
    const since = clock.nowMs() - mailEveryMs
    if (rows.some(({ mailedAt }) => mailedAt !== null && mailedAt.getTime() > since)) return
    await stores.transaction((tx) => tx.backups.update(row.id, { mailedAt: clock.now() }))
    const text = mailText(what, `${origin()}/system`)
    for (const to of await stores.administration.ownerEmails()) {
      backgroundQueue.add('backup mail', () => mailer.send({ to, subject: 'A Keywright backup failed', text }))
    }
  }

  return {
    list: () => stores.backups.list(),

    begin: async (place: BackupRow['place'], name: string, createdAt = clock.now()): Promise<BackupRow> => {
      const row = { place, name, state: 'running', createdAt } as const
      const id = await stores.transaction((tx) => tx.backups.insert(row))
      return { ...row, id, bytes: null, rehearsedAt: null, error: null, mailedAt: null }
    },

    completed: (row: BackupRow, bytes: number, by: AskedBy): Promise<void> =>
      write(row, { state: 'complete', bytes, error: null }, 'backup.created', by),

    rehearsing: (row: BackupRow): Promise<void> =>
      stores.transaction((tx) => tx.backups.update(row.id, { state: 'rehearsing' })),

    rehearsed: (row: BackupRow, by: AskedBy): Promise<void> =>
      write(row, { state: 'complete', rehearsedAt: clock.now(), error: null }, 'backup.rehearsed', by),

    /** The server stops: that is no failure, and the next start does the work again. */
    interrupted: (row: BackupRow, state: BackupRow['state']): Promise<void> =>
      stores.transaction((tx) => tx.backups.update(row.id, { state, error: stoppedMeanwhile })),

    /** Never throws: on a full disk nothing can be written, which the log says. */
    failed: async (row: BackupRow, state: BackupRow['state'], error: string, by: AskedBy): Promise<void> => {
      log.error('backup failed', { place: row.place, name: row.name, error })
      try {
        await write(row, { state, error }, 'backup.failed', by)
        await mailOwners(row, error)
      } catch (cause) {
        log.error('backup failure not recorded', { error: String(cause) })
      }
    },

    /**
     * Adds the copies that a command made, removes those that are gone, and ends the runs of a server that was killed.
     * Writes only where something differs, and over no row that changed while the copies were listed.
     */
    async follow(
      place: BackupRow['place'],
      listCopies: () => Promise<readonly Copy[]>,
      isRunning: () => boolean,
    ): Promise<readonly Copy[]> {
      const wasRunning = isRunning()
      const known = await stores.backups.list()
      const copies = await listCopies()
      const found = differences(known, place, copies, wasRunning || isRunning())
      if (found.added.length + found.removed.length + found.changed.length === 0) return copies
      const before = new Map(known.map(({ id, state }) => [id, state]))
      await stores.transaction(async (tx) => {
        const rows = await tx.backups.list()
        const unchanged = new Set(rows.filter(({ id, state }) => before.get(id) === state).map(({ id }) => id))
        const names = new Set(rows.filter((row) => row.place === place).map(({ name }) => name))
        for (const copy of found.added.filter(({ name }) => !names.has(name))) {
          await tx.backups.insert({ ...copy, place, state: 'complete' })
        }
        await tx.backups.remove(found.removed.filter((id) => unchanged.has(id)))
        for (const { id, change } of found.changed) if (unchanged.has(id)) await tx.backups.update(id, change)
      })
      return copies
    },

    remove: (ids: readonly number[]): Promise<void> => stores.transaction((tx) => tx.backups.remove(ids)),
  }
}

export type BackupRecord = ReturnType<typeof openBackupRecord>

const mailText = (what: string, address: string) =>
  `The last backup of Keywright failed, or could not be restored when it was tried:

${what}

See the backups: ${address}

You get this email at most once in 24 hours.
`
