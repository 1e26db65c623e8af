import type { Clock } from '../../lib/clock.ts'
import type { ClockJumpDetector } from '../../lib/clock-jump.ts'
import { hashToken } from '../../lib/tokens.ts'
import type { Stores } from '../../store/index.ts'
import type { LimitAddition } from '../../store/installation/rate-limits.ts'
import {
  type BackoffOptions,
  backoffMs,
  type Count,
  type CountMemory,
  createBackoff,
  createLimiter,
  type Limiter,
  type LimiterOptions,
} from './rate-limit.ts'
import { createReservedSlots, type ReservedSlots } from './reserved-slots.ts'

/** Rate limits whose counts survive a restart, and which all nodes of a database share within a second. */
export interface PersistentRateLimits {
  window(name: string, options: LimiterOptions): Limiter
  backoff(name: string, options: BackoffOptions): Omit<Limiter, 'take'>
  /** Loads the counts of before this start. */
  load(): Promise<void>
  /** Writes new counts and reads those of other nodes. */
  sync(): Promise<void>
}

interface PersistedCounts {
  readonly lifeMs: number
  readonly counts: Map<string, Count>
  /** Reservations in progress; only committed ones are written. */
  readonly reserved: ReservedSlots<string>
  /** Not yet written: further counts, or that the count was reset. */
  pending: Map<string, Pending>
}

interface Pending {
  more: number
  isReset: boolean
}

/** Nodes may differ in their clocks by this much without missing changes of each other. */
const clockDifferenceMs = 5_000
const removeStaleEveryMs = 600_000
/**
 * Of one limit, this many keys are written per sync, and this many wait. An attacker with millions of addresses
 * therefore fills neither the database nor the memory of one that can't be written; what is not written is counted in
 * this process only.
 */
const writtenPerSync = 500
const maxPending = 10_000

/** Counting never waits for the database: counts are written and read about once a second. */
export function openPersistentRateLimits(
  stores: Stores,
  clock: Clock,
  clockJumps: ClockJumpDetector,
  hasOtherNodes: boolean,
): PersistentRateLimits {
  const persisted = new Map<string, PersistedCounts>()
  /** Counts that were read, also for limiters that are created later. */
  const counts = new Map<string, Map<string, Count>>()
  let readUntil = new Date(0)
  let removedStaleAtMs = clock.nowMs()

  const countsOf = (name: string) => {
    const known = counts.get(name) ?? new Map<string, Count>()
    counts.set(name, known)
    return known
  }

  /** One memory per name, shared by all limiters of that name. */
  const memoryOf = (name: string, lifeMs: number): CountMemory => {
    const memory = persisted.get(name) ?? {
      lifeMs,
      counts: countsOf(name),
      reserved: createReservedSlots(),
      pending: new Map(),
    }
    persisted.set(name, memory)
    return {
      counts: memory.counts,
      reserved: memory.reserved,
      onCount: (key) => {
        const known = memory.pending.get(key)
        if (known) known.more += 1
        else if (memory.pending.size < maxPending) memory.pending.set(key, { more: 1, isReset: false })
      },
      onReset: (key) => {
        memory.pending.set(key, { more: 0, isReset: true })
      },
    }
  }

  const readChanges = async () => {
    const now = clock.now()
    const since = new Date(Math.max(0, readUntil.getTime() - clockDifferenceMs))
    const rows = await stores.rateLimits.changedSince(since)
    readUntil = now
    for (const { name, keyHash, count, firstAtMs, lastAtMs } of rows) {
      const pending = persisted.get(name)?.pending.get(keyHash)
      if (pending?.isReset) continue
      const total = count + (pending?.more ?? 0)
      if (total === 0) countsOf(name).delete(keyHash)
      else countsOf(name).set(keyHash, { count: total, firstAtMs, lastAtMs })
    }
  }

  const writePending = async () => {
    const taken = [...persisted].map(([name, memory]) => ({ name, memory, pending: takeOldest(memory.pending) }))
    const additions = taken.flatMap(({ name, memory, pending }) => additionsOf(name, memory, pending, clock.nowMs()))
    if (additions.length === 0) return
    try {
      await stores.transaction((tx) => tx.rateLimits.add(additions, clock.now()))
    } catch (error) {
      for (const { memory, pending } of taken) memory.pending = mergePending(pending, memory.pending)
      throw error
    }
  }

  const removeStale = async () => {
    if (!clockJumps.isSure() || Math.abs(clock.nowMs() - removedStaleAtMs) < removeStaleEveryMs) return
    removedStaleAtMs = clock.nowMs()
    for (const [name, { lifeMs }] of persisted) {
      const before = new Date(removedStaleAtMs - lifeMs)
      while (await stores.transaction((tx) => tx.rateLimits.removeStale(name, before))) {
        // In steps of their own: between two of them others write.
      }
    }
  }

  return {
    window: (name, options) => {
      const limiter = createLimiter({ ...options, memory: memoryOf(name, options.windowMs) })
      return { ...hashed(limiter), take: (key) => limiter.take(hashOf(key)) }
    },
    backoff: (name, options) => hashed(createBackoff({ ...options, memory: memoryOf(name, backoffMs) })),
    load: readChanges,
    async sync() {
      await writePending()
      if (hasOtherNodes) await readChanges()
      await removeStale()
    },
  }
}

/** Keys are hashed: no username and no IP address is stored. */
function hashed(limiter: Omit<Limiter, 'take'>): Omit<Limiter, 'take'> {
  return {
    retryAfterMs: (key) => limiter.retryAfterMs(hashOf(key)),
    count: (key) => limiter.count(hashOf(key)),
    reserve: (key) => limiter.reserve(hashOf(key)),
    reset: (key) => limiter.reset(hashOf(key)),
  }
}

/** Programs call again and again from where they are: a hash costs ten times as much as finding it here. */
const knownHashes = new Map<string, string>()
const maxKnownHashes = 10_000

function hashOf(key: string): string {
  const known = knownHashes.get(key)
  if (known !== undefined) return known
  const hash = hashToken(key)
  if (knownHashes.size >= maxKnownHashes) knownHashes.clear()
  knownHashes.set(key, hash)
  return hash
}

/** Takes the keys that have waited longest out of those to write. */
function takeOldest(pending: Map<string, Pending>): Map<string, Pending> {
  const taken = new Map<string, Pending>()
  for (const [key, addition] of pending) {
    if (taken.size === writtenPerSync) break
    taken.set(key, addition)
    pending.delete(key)
  }
  return taken
}

function additionsOf(
  name: string,
  { counts, lifeMs }: PersistedCounts,
  pending: ReadonlyMap<string, Pending>,
  nowMs: number,
): LimitAddition[] {
  const additions: LimitAddition[] = []
  for (const [keyHash, { more, isReset }] of pending) {
    const known = counts.get(keyHash)
    // evicted meanwhile to bound memory
    if (!known && !isReset) continue
    const { firstAtMs = nowMs, lastAtMs = nowMs } = known ?? {}
    additions.push({ name, keyHash, count: more, firstAtMs, lastAtMs, aliveAfterMs: nowMs - lifeMs, isReset })
  }
  return additions
}

/** Merges counts that could not be written with newer ones. */
function mergePending(earlier: Map<string, Pending>, later: Map<string, Pending>): Map<string, Pending> {
  const all = new Map(earlier)
  for (const [key, { more, isReset }] of later) {
    const before = isReset ? undefined : earlier.get(key)
    all.set(key, { more: more + (before?.more ?? 0), isReset: isReset || (before?.isReset ?? false) })
  }
  return all
}
