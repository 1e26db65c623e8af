import { type LiveChange, type LiveKind, liveKinds } from '../../shared/live.ts'

/** Changes by application, each kind once, however often it happened. */
export interface LiveChanges {
  add(applicationId: number, kinds: readonly LiveKind[]): void
  /** Everything since the last time. */
  take(): LiveChange[]
}

export function collectChanges(): LiveChanges {
  let changes = new Map<number, number>()
  return {
    add(applicationId, kinds) {
      changes.set(applicationId, (changes.get(applicationId) ?? 0) | maskOf(kinds))
    },
    take() {
      const taken = [...changes].map(([id, mask]): LiveChange => [id, kindsOf(mask)])
      changes = new Map()
      return taken
    },
  }
}

/** A kind is a bit: this runs at every login, and travels between servers. */
export function maskOf(kinds: readonly LiveKind[]): number {
  let mask = 0
  for (const kind of kinds) mask |= 1 << liveKinds.indexOf(kind)
  return mask
}

export function kindsOf(mask: number): LiveKind[] {
  return liveKinds.filter((_, bit) => (mask & (1 << bit)) !== 0)
}
