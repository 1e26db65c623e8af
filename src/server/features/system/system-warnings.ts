import { clockWarningMs } from '../../../shared/constants.ts'
import type { SystemWarningCode } from '../../../shared/contract/system.ts'
import { isLate, type JobRun } from '../../events/job-runs.ts'
import { type DiskRoom, isDiskLow } from '../../lib/disk-room.ts'
import type { BackupRow } from '../../store/installation/backups.ts'
import type { NodeRow } from '../../store/installation/nodes.ts'

/** What there is to judge. */
export interface SystemFacts {
  readonly nowMs: number
  readonly nodes: readonly Pick<NodeRow, 'name' | 'version' | 'clockSkewMs'>[]
  readonly jobs: readonly JobRun[]
  /** Undefined where the disk can't be asked. */
  readonly room: DiskRoom | undefined
  readonly isDiskFull: boolean
  /** Undefined where the server makes no backups. */
  readonly backups: BackupFacts | undefined
  /** Address of a proxy whose word about clients is not believed; undefined where none was seen. */
  readonly untrustedProxy: string | undefined
  /** Undefined where there is none; `lagMs` is undefined while it is not reached. */
  readonly replica: { readonly lagMs: number | undefined } | undefined
}

export interface BackupFacts {
  readonly everyHours: number
  /** When this server started. */
  readonly startedMs: number
  /** Where copies are kept. */
  readonly places: readonly BackupRow['place'][]
  /** Newest first. */
  readonly rows: readonly Pick<BackupRow, 'place' | 'state' | 'createdAt'>[]
}

export interface SystemWarning {
  readonly code: SystemWarningCode
  readonly subject: string | null
}

const hourMs = 3_600_000
const lateReplicaMs = 10_000
/** After its time, so that a backup that takes long counts as none that is missing. */
const backupGraceHours = 12

/** What an owner should look at, the most urgent first. */
export function decideWarnings(facts: SystemFacts): readonly SystemWarning[] {
  const { nodes, jobs, room, nowMs, replica, untrustedProxy: proxy } = facts
  const about = (code: SystemWarningCode, subjects: readonly string[]) => subjects.map((subject) => ({ code, subject }))
  const whole = (code: SystemWarningCode, applies: boolean) => (applies ? [{ code, subject: null }] : [])
  const isLow = room !== undefined && isDiskLow(room)
  const late = jobs.filter((job) => isLate(job, nowMs))
  const off = nodes.filter(({ clockSkewMs }) => Math.abs(clockSkewMs) > clockWarningMs)
  return [
    ...whole('disk_full', facts.isDiskFull),
    ...whole('disk_low', isLow && !facts.isDiskFull),
    ...about('clock_off', namesOf(off)),
    ...about('proxy_untrusted', proxy === undefined ? [] : [proxy]),
    ...about('job_late', namesOf(late)),
    ...(facts.backups === undefined ? [] : ofBackups(facts.backups, nowMs)),
    ...whole('versions_differ', new Set(nodes.map(({ version }) => version)).size > 1),
    ...whole('replica_late', replica !== undefined && !((replica.lagMs ?? Number.POSITIVE_INFINITY) <= lateReplicaMs)),
  ]
}

const namesOf = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name)

/** Of each place: what was tried last failed, or the newest copy is older than it may be. */
function ofBackups({ everyHours, startedMs, places, rows }: BackupFacts, nowMs: number): SystemWarning[] {
  return places.flatMap((place): SystemWarning[] => {
    const here = rows.filter((row) => row.place === place && row.state !== 'running')
    if (here[0]?.state === 'failed') return [{ code: 'backup_failed', subject: place }]
    const newestMs = here[0]?.createdAt.getTime() ?? startedMs
    const isOld = everyHours > 0 && nowMs - newestMs > (everyHours + backupGraceHours) * hourMs
    return isOld ? [{ code: 'backup_old', subject: place }] : []
  })
}
