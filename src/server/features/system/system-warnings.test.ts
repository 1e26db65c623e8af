import { describe, expect, it } from 'vitest'
import type { JobRun } from '../../events/job-runs.ts'
import { type BackupFacts, decideWarnings, type SystemFacts } from './system-warnings.ts'

const nowMs = Date.UTC(2027, 0, 31)
const gib = 1024 ** 3
const hourMs = 3_600_000
const ago = (ms: number) => new Date(nowMs - ms)

const node = { name: 'a', version: '1.0.0', clockSkewMs: 0 }
const job: JobRun = {
  name: 'sweep',
  everyMs: 20_000,
  since: ago(hourMs),
  isRunning: false,
  last: { endedAt: ago(1_000), tookMs: 3, hasFailed: false },
  succeededAt: ago(1_000),
}
const copy = { place: 'folder', state: 'complete', createdAt: ago(hourMs) } as const
const backups: BackupFacts = { everyHours: 24, startedMs: nowMs - hourMs, places: ['folder'], rows: [copy] }
const healthy: SystemFacts = {
  ...{ nowMs, nodes: [node], jobs: [job], room: { freeBytes: 50 * gib, sizeBytes: 100 * gib }, isDiskFull: false },
  ...{ backups, replica: undefined, untrustedProxy: undefined },
}
const codes = (changed: Partial<SystemFacts>) =>
  decideWarnings({ ...healthy, ...changed }).map(({ code, subject }) =>
    subject === null ? code : `${code} ${subject}`,
  )
const ofJob = (changed: Partial<JobRun>) => codes({ jobs: [{ ...job, ...changed }] })
const ofBackups = (changed: Partial<BackupFacts>) => codes({ backups: { ...backups, ...changed } })

describe('an owner is warned', () => {
  it('of nothing where all is well', () => {
    expect(codes({})).toEqual([])
    expect(codes({ room: undefined, backups: undefined })).toEqual([])
  })

  it('of a disk that is nearly full, or full, not of both', () => {
    const room = { freeBytes: 9 * gib, sizeBytes: 100 * gib }
    expect(codes({ room })).toEqual(['disk_low'])
    expect(codes({ room, isDiskFull: true })).toEqual(['disk_full'])
    expect(codes({ room: undefined, isDiskFull: true })).toEqual(['disk_full'])
  })

  it('of clocks more than two seconds off in either direction, by the name of the server', () => {
    const nodes = [-2_001, 2_000, 2_001].map((clockSkewMs, n) => ({ ...node, name: `n${n}`, clockSkewMs }))
    expect(codes({ nodes })).toEqual(['clock_off n0', 'clock_off n2'])
  })

  it('of a proxy that is not believed, by its address', () => {
    expect(codes({ untrustedProxy: '10.0.0.5' })).toEqual(['proxy_untrusted 10.0.0.5'])
  })

  it('of servers of different versions', () => {
    expect(codes({ nodes: [node, { ...node, name: 'b' }] })).toEqual([])
    expect(codes({ nodes: [node, { ...node, name: 'b', version: '1.1.0' }] })).toEqual(['versions_differ'])
  })

  it('of a job that has not succeeded for three times its pause, at least two minutes', () => {
    expect(ofJob({ succeededAt: ago(120_000) })).toEqual([])
    expect(ofJob({ succeededAt: ago(120_001) })).toEqual(['job_late sweep'])
    expect(ofJob({ succeededAt: undefined })).toEqual(['job_late sweep'])
    expect(ofJob({ succeededAt: undefined, since: ago(120_000) })).toEqual([])
    expect(ofJob({ everyMs: 600_000, succeededAt: ago(1_800_000) })).toEqual([])
    expect(ofJob({ everyMs: 600_000, succeededAt: ago(1_800_001) })).toEqual(['job_late sweep'])
    expect(ofJob({ succeededAt: undefined, isRunning: true })).toEqual([])
    expect(ofJob({ everyMs: undefined, succeededAt: undefined })).toEqual([])
  })

  it('of a place whose last backup failed, or whose newest one is twelve hours too old', () => {
    const failed = { ...copy, state: 'failed' } as const
    const old = { ...copy, createdAt: ago(36 * hourMs + 1) }
    expect(ofBackups({ rows: [failed, copy] })).toEqual(['backup_failed folder'])
    expect(ofBackups({ rows: [copy, failed] })).toEqual([])
    expect(ofBackups({ rows: [{ ...copy, state: 'running' }, failed] })).toEqual(['backup_failed folder'])
    expect(ofBackups({ rows: [{ ...copy, state: 'rehearsing' }] })).toEqual([])
    expect(ofBackups({ rows: [old] })).toEqual(['backup_old folder'])
    expect(ofBackups({ rows: [{ ...old, createdAt: ago(36 * hourMs) }] })).toEqual([])
    expect(ofBackups({ rows: [old], everyHours: 0 })).toEqual([])
    expect(ofBackups({ rows: [old], everyHours: 168 })).toEqual([])
    expect(ofBackups({ rows: [], startedMs: nowMs - 37 * hourMs })).toEqual(['backup_old folder'])
    expect(ofBackups({ rows: [] })).toEqual([])
    expect(ofBackups({ places: ['folder', 's3'], startedMs: nowMs - 37 * hourMs })).toEqual(['backup_old s3'])
  })

  it('of a replica that is not reached, or more than ten seconds behind', () => {
    expect(codes({ replica: { lagMs: 10_000 } })).toEqual([])
    expect(codes({ replica: { lagMs: 10_001 } })).toEqual(['replica_late'])
    expect(codes({ replica: { lagMs: undefined } })).toEqual(['replica_late'])
  })
})
