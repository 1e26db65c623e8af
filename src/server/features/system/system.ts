import { dirname } from 'node:path'
import type { JobState, systemRoutes } from '../../../shared/contract/system.ts'
import type { Backups } from '../../backups/open-backups.ts'
import { databaseBytes } from '../../backups/room.ts'
import type { Config } from '../../config.ts'
import { type Database, newestStep } from '../../db/open.ts'
import type { JobRun } from '../../events/job-runs.ts'
import type { Jobs } from '../../events/jobs.ts'
import type { Nodes } from '../../events/nodes.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import type { UntrustedProxy } from '../../http/untrusted-proxy.ts'
import type { Clock } from '../../lib/clock.ts'
import { readDiskRoom } from '../../lib/disk-room.ts'
import { type BackupFacts, decideWarnings } from './system-warnings.ts'

export interface SystemDeps {
  readonly database: Database
  readonly nodes: Nodes
  readonly jobs: Pick<Jobs, 'list'>
  /** Absent where the database is not embedded. */
  readonly backups: Pick<Backups, 'list'> | undefined
  readonly config: Pick<Config, 'backups'>
  readonly clock: Clock
  readonly untrustedProxy: UntrustedProxy
  readonly version: string
}

/** The installation as its owners see it. No secrets and no errors of the log, which may name some. */
export function systemHandlers(deps: SystemDeps): Handlers<typeof systemRoutes> {
  const { database, nodes, jobs, clock, version } = deps
  const startedMs = clock.nowMs()
  return {
    'GET /api/system': async ({ caller }) => {
      if (caller.role !== 'owner') throw new Problem('permission_missing', { message: 'Only owners see this.' })
      const [all, backups] = await Promise.all([nodes.list(), factsOfBackups(deps, startedMs)])
      const disk = diskOf(database)
      const runs = jobs.list()
      return {
        version,
        engine: database.engine,
        schema: newestStep,
        nodes: all.map((node) => ({
          ...node,
          clockSkewMs: Math.round(node.clockSkewMs),
          isThis: node.id === nodes.id,
        })),
        jobs: runs.map(jobOf).sort((one, other) => (one.name < other.name ? -1 : 1)),
        disk: disk ?? null,
        warnings: [
          ...decideWarnings({
            ...{ nowMs: clock.nowMs(), nodes: all, jobs: runs, room: disk, backups },
            isDiskFull: database.isDiskFull(),
            untrustedProxy: deps.untrustedProxy.seen(),
            replica: database.engine === 'postgres' ? lagOf(database) : undefined,
          }),
        ],
      }
    },
  }
}

function jobOf({ name, everyMs, isRunning, last, succeededAt }: JobRun) {
  const ended: JobState = last === undefined ? 'waiting' : last.hasFailed ? 'failed' : 'succeeded'
  const state: JobState = isRunning ? 'running' : ended
  const tookMs = last === undefined ? null : Math.round(last.tookMs)
  const run = { endedAt: last?.endedAt ?? null, tookMs, succeededAt: succeededAt ?? null }
  return { name, everyMs: everyMs ?? null, state, ...run }
}

/** Undefined for a database that has no file here. */
function diskOf(database: Database) {
  if (database.engine !== 'sqlite' || database.file === undefined) return undefined
  const folder = dirname(database.file)
  return { ...readDiskRoom(folder), databaseBytes: databaseBytes(folder), isFull: database.isDiskFull() }
}

function lagOf({ replica }: Extract<Database, { engine: 'postgres' }>) {
  return replica && { lagMs: replica.lagMs() }
}

async function factsOfBackups(
  { backups, config }: Pick<SystemDeps, 'backups' | 'config'>,
  startedMs: number,
): Promise<BackupFacts | undefined> {
  if (!backups) return undefined
  const { everyHours, bucket } = config.backups
  return { everyHours, startedMs, places: bucket ? ['folder', 's3'] : ['folder'], rows: await backups.list() }
}
