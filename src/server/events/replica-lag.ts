import type { Database } from '../db/open.ts'
import type { Clock } from '../lib/clock.ts'
import type { Stores } from '../store/index.ts'
import type { Nodes } from './nodes.ts'

/** Measures how far the replica is behind; without one it does nothing. */
export type MeasureLag = () => Promise<void>

interface LagDeps {
  readonly database: Database
  readonly stores: Pick<Stores, 'replicaNodes'>
  readonly nodes: Pick<Nodes, 'id' | 'writtenAt'>
  readonly clock: Clock
}

/**
 * By the row that this server writes every 5 seconds: a replica that has the last one keeps up. That needs no rights in
 * the replica, tells also of one that lost its primary, and a database that is no replica of this one never has the row.
 */
export function openReplicaLag({ database, stores, nodes, clock }: LagDeps): MeasureLag {
  const { replicaNodes } = stores
  if (database.engine === 'sqlite' || !database.replica || !replicaNodes) return async () => {}
  const { replica } = database
  return async () => {
    const writtenAt = nodes.writtenAt()
    if (!writtenAt) return
    const seenAt = await replicaNodes.lastSeen(nodes.id).catch(() => undefined)
    if (!seenAt) return replica.measured(undefined)
    const isUpToDate = seenAt.getTime() >= writtenAt.getTime()
    replica.measured(isUpToDate ? 0 : clock.nowMs() - seenAt.getTime())
  }
}
