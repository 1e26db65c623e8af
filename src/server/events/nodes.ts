import { type Database, newestStep } from '../db/open.ts'
import type { Clock } from '../lib/clock.ts'
import type { Stores } from '../store/index.ts'
import type { NodeRow } from '../store/installation/nodes.ts'

/** The servers on this database. */
export interface Nodes {
  /** Id of this one, of this start. */
  readonly id: string
  /** How many there are, as of the last time that this one was written. */
  count(): number
  list(): Promise<readonly NodeRow[]>
  /** When this one was written last. */
  writtenAt(): Date | undefined
  /** Writes that this server runs, and looks who else does. */
  write(): Promise<void>
  /** This server stops. */
  leave(): Promise<void>
}

interface NodeDeps {
  readonly engine: Database['engine']
  readonly stores: Stores
  readonly clock: Clock
  readonly name: string
  readonly version: string
}

/** With the embedded database this server is the only one, so nothing is written. */
export function openNodes({ engine, stores, clock, name, version }: NodeDeps): Nodes {
  const id = crypto.randomUUID()
  const startedAt = clock.now()
  const own = (): NodeRow => ({
    ...{ id, name, version, schema: newestStep, startedAt },
    ...{ seenAt: clock.now(), clockSkewMs: clock.skewMs() },
  })
  if (engine === 'sqlite') {
    const nothing = async () => {}
    return { id, count: () => 1, list: async () => [own()], writtenAt: () => undefined, write: nothing, leave: nothing }
  }
  let count = 1
  let writtenAt: Date | undefined
  return {
    id,
    count: () => count,
    writtenAt: () => writtenAt,
    async list() {
      const rows = await stores.nodes.list(clock.now())
      return rows.some((row) => row.id === id) ? rows : [own(), ...rows]
    },
    async write() {
      const row = own()
      await stores.transaction((tx) => tx.nodes.seen(row))
      writtenAt = row.seenAt
      count = (await stores.nodes.list(clock.now())).length
    },
    leave: () => stores.transaction((tx) => tx.nodes.remove(id)),
  }
}
