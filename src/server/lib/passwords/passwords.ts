import { ipLimiterKey } from '../canonical.ts'
import { createStaggeredDelay } from '../delay-refusal.ts'
import { limitTable } from '../limits/limit-table.ts'
import type { Log } from '../log.ts'
import { createHistogram, type Histogram } from '../metrics/series.ts'
import { openThrottledLog } from '../throttled-log.ts'
import { createFairQueue, QueueFull } from './fair-queue.ts'
import {
  type HashCost,
  HashingEnded,
  hashPassword,
  hashSlots,
  slowHashSlots,
  type Timed,
  verifyPassword,
} from './hashing.ts'
import {
  dummyOf,
  expectedCost,
  type HashKind,
  isCheckable,
  isSlow,
  kindAt,
  kindOf,
  shippedCost,
} from './password-hash.ts'

/**
 * The password can't be checked now: the queue is full or the hashing process died. Answered with 503; a retry may
 * succeed.
 */
export class Busy extends Error {
  override readonly name = 'Busy'
  /** How long a full queue is expected to take for what it holds; undefined if the process died. */
  readonly expectedWaitMs: number | undefined

  constructor(message: string, expectedWaitMs?: number) {
    super(message)
    this.expectedWaitMs = expectedWaitMs
  }
}

interface PasswordOptions {
  slots?: number
  slowSlots?: number
  longestWaitMs?: number
  queueLimit?: number
  dashboardQueueLimit?: number
  /** What each hash is said to take, for tests only: the queue reckons with it. */
  hashMs?: number
  /** Another cost, for tests only. No server setting changes it. */
  cost?: HashCost
  /** Logs whose stored hash can't be read, but never the hash. */
  log?: Log
}

/**
 * Key of a hash in the fair queue. All requests from unknown devices share one part, however many addresses they come
 * from.
 */
export type HashQueueKey =
  | {
      /** The account that owns the application. */
      readonly tenant: number
      readonly application: number
      /** IP address as received; IPv6 counts by /64. */
      readonly address: string
      readonly account: string
      readonly isStranger?: boolean
    }
  | { readonly dashboard: { readonly address: string; readonly account: string; readonly isStranger?: boolean } }

export interface HashQueueOptions {
  /** Absent for the server itself (a command, the first start), which queues with the dashboard. */
  readonly line?: HashQueueKey
  /**
   * Called synchronously right before the hash runs, for limits that were reached meanwhile; what it throws rejects.
   * `wait` keeps the place in the queue until another hash ends, for limits that may free a slot.
   */
  readonly onTurn?: () => 'wait' | undefined
}

export interface Passwords {
  hash(password: string, turn?: HashQueueOptions): Promise<string>
  /** False for a wrong password, and after the same time for an empty or unreadable hash. */
  verify(storedHash: string, password: string, turn?: HashQueueOptions): Promise<boolean>
  /**
   * Takes the time of a real check and returns false, for unknown usernames; with a hash of the current kind by
   * default.
   */
  verifyDummy(password: string, turn?: HashQueueOptions, kind?: HashKind): Promise<false>
  /** Whether a hash is imported or was made with another cost than the current one, lower or higher. */
  needsRehash(storedHash: string): boolean
  /** How many hashes wait for their turn now. */
  waiting(): number
  /** Time that hashes took, without waiting. */
  readonly durations: Histogram
}

const { hashesWaiting, hashPlaces, dashboardHashesWaiting } = limitTable

/** Expected time of a hash of the current cost until the first ones have been measured; usual servers need 15 to 30. */
const expectedHashMs = 25
const msPerCost = expectedHashMs / expectedCost(kindAt(shippedCost))

/**
 * Hashes passwords on all processors but one, which keeps one processor free for other requests during a burst of
 * logins. Passwords are used as sent, without trimming or normalizing. Rejects with Busy when the queue is full.
 */
export function openPasswords(options: PasswordOptions = {}): Passwords {
  const { slots = hashSlots, slowSlots = slowHashSlots, cost = shippedCost, log, hashMs } = options
  const { longestWaitMs = hashesWaiting.longestWaitMs, queueLimit = hashPlaces.atOnce } = options
  const { dashboardQueueLimit = dashboardHashesWaiting.atOnce } = options
  const unreadable = log && openThrottledLog(log)
  const own = kindAt(cost)
  const limits = { longestWaitMs, queueLimit, reservedLimit: dashboardQueueLimit, msPerCost }
  // Imported hashes may take twenty times as long: they have slots of their own, so others never wait for them.
  const enterUsual = createFairQueue({ slots, ...limits })
  const enterSlow = createFairQueue({ slots: slowSlots, ...limits })

  const staggeredDelay = createStaggeredDelay()
  const durations = createHistogram('keywright_password_hash_duration_seconds', 'Time that a password hash took.')
  const measured = durations.series({})
  let waiting = 0

  async function busyWhenFull(error: unknown): Promise<never> {
    if (!(error instanceof QueueFull)) throw error
    await staggeredDelay()
    throw new Busy('Too many passwords are waiting to be checked.', error.expectedWaitMs)
  }

  async function runQueued<T>({ line, onTurn }: HashQueueOptions, kind: HashKind, work: () => Promise<Timed<T>>) {
    const enter = isSlow(kind) ? enterSlow : enterUsual
    waiting += 1
    const leave = await enter({ ...requestOf(line), cost: expectedCost(kind), onTurn })
      .finally(() => (waiting -= 1))
      .catch(busyWhenFull)
    let workMs: number | undefined
    try {
      const { result, ms } = await work()
      workMs = hashMs ?? ms
      measured.observeMs(ms)
      return result
    } catch (error) {
      throw error instanceof HashingEnded ? new Busy(error.message) : error
    } finally {
      leave(workMs)
    }
  }

  const check = (kind: HashKind, stored: string, password: string) => verifyPassword(stored, password, isSlow(kind))

  async function verifyDummy(password: string, turn: HashQueueOptions = {}, wanted: HashKind = own): Promise<false> {
    const dummy = dummyOf(wanted)
    const kind = dummy === undefined ? own : wanted
    await runQueued(turn, kind, () => check(kind, dummy ?? dummyOf(own) ?? '', password))
    return false
  }

  /** Takes the time of a real check and returns false. An empty hash is no error: it means that no password is set. */
  function refuseUnreadable(stored: string, password: string, turn: HashQueueOptions): Promise<false> {
    if (stored !== '') unreadable?.note('a stored password hash cannot be read', logFieldsOf(turn.line))
    return verifyDummy(password, turn, kindOf(stored))
  }

  return {
    hash: (password, turn = {}) => runQueued(turn, own, () => hashPassword(password, cost)),
    async verify(stored, password, turn = {}) {
      const kind = kindOf(stored)
      if (kind === undefined || !isCheckable(stored)) return refuseUnreadable(stored, password, turn)
      return runQueued(turn, kind, () => check(kind, stored, password))
    },
    verifyDummy,
    needsRehash: (stored) => kindOf(stored) !== own,
    waiting: () => waiting,
    durations,
  }
}

/**
 * Rehashes a right password if its stored hash has an outdated cost. Undefined when nothing is to do or the queue is
 * full: a rehash never fails a login.
 */
export async function rehashIfNeeded(
  passwords: Passwords,
  stored: string,
  password: string,
  turn: HashQueueOptions,
): Promise<string | undefined> {
  if (!passwords.needsRehash(stored)) return undefined
  try {
    return await passwords.hash(password, turn)
  } catch (error) {
    if (error instanceof Busy) return undefined
    throw error
  }
}

function logFieldsOf(line: HashQueueKey | undefined) {
  if (!line) return {}
  return 'dashboard' in line
    ? { account: line.dashboard.account }
    : { applicationId: line.application, username: line.account }
}

function requestOf(line: HashQueueKey = { dashboard: { address: 'server', account: '' } }) {
  if ('dashboard' in line) {
    const { address, account, isStranger } = line.dashboard
    const application = isStranger ? 'strangers' : ''
    return { isReserved: true, line: { tenant: '', application, address: ipLimiterKey(address), account } }
  }
  const { tenant, address, account, isStranger } = line
  const application = `${line.application}${isStranger ? ' strangers' : ''}`
  return {
    isReserved: false,
    line: { tenant: String(tenant), application, address: ipLimiterKey(address), account },
  }
}
