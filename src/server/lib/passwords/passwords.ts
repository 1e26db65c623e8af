import { ipLimiterKey } from '../canonical.ts'
import { createStaggeredDelay } from '../delay-refusal.ts'
import { limitTable } from '../limits/limit-table.ts'
import type { Log } from '../log.ts'
import { openThrottledLog } from '../throttled-log.ts'
import { createFairQueue, QueueFull } from './fair-queue.ts'
import { type HashCost, HashingEnded, hashPassword, hashSlots, slowHashSlots, verifyPassword } from './hashing.ts'
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

/** The password can't be checked now, since too many wait or who hashes has died: 503, and a later try may pass. */
export class Busy extends Error {
  override readonly name = 'Busy'
}

interface PasswordOptions {
  slots?: number
  slowSlots?: number
  queueLimit?: number
  dashboardQueueLimit?: number
  /** Another cost: only tests of other things than hashing ask for one. No setting of the server does. */
  cost?: HashCost
  /** Is told whose stored hash cannot be read, and never the hash itself. */
  log?: Log
}

/** In whose name a password is hashed. All strangers together have one share, however many addresses they come from. */
export type HashQueueKey =
  | {
      /** The account that owns the application. */
      readonly tenant: number
      readonly application: number
      /** As it came; IPv6 counts by /64. */
      readonly address: string
      readonly account: string
      readonly isStranger?: boolean
    }
  | { readonly dashboard: { readonly address: string; readonly account: string; readonly isStranger?: boolean } }

export interface HashQueueOptions {
  /** Without it the server itself asks: a command, the first start. It stands in the dashboard's line. */
  readonly line?: HashQueueKey
  /**
   * Called synchronously when the turn has come, before the hash; what it throws is thrown. For limits that were reached
   * meanwhile. `wait` keeps the place: asked again when another hash has ended, for limits that may yet be given back.
   */
  readonly onTurn?: () => 'wait' | undefined
}

export interface Passwords {
  hash(password: string, turn?: HashQueueOptions): Promise<string>
  /** False for a wrong password, and for a stored hash that is blank or none of ours: after the same time. */
  verify(storedHash: string, password: string, turn?: HashQueueOptions): Promise<boolean>
  /** Takes the time of a real check and says no, for a name that nobody has; as of a hash of today unless asked. */
  verifyDummy(password: string, turn?: HashQueueOptions, kind?: HashKind): Promise<false>
  /** Whether a hash is another product's or was made at another cost than today's, a lower or a higher one. */
  needsRehash(storedHash: string): boolean
}

const { hashesWaiting, dashboardHashesWaiting } = limitTable

/**
 * Hashing bounded to all processors but one: a login storm leaves the last one to the running clients. Passwords are
 * taken as sent: not trimmed, not normalized. Rejects with Busy when there is no place in the queue.
 */
export function openPasswords(options: PasswordOptions = {}): Passwords {
  const { slots = hashSlots, slowSlots = slowHashSlots, queueLimit = hashesWaiting.atOnce } = options
  const { dashboardQueueLimit = dashboardHashesWaiting.atOnce, cost = shippedCost, log } = options
  const unreadable = log && openThrottledLog(log)
  const own = kindAt(cost)
  const limits = { queueLimit, reservedLimit: dashboardQueueLimit }
  // Imported hashes may take twenty times as long: they have slots of their own, and the others never wait for them.
  const enterUsual = createFairQueue({ slots, ...limits })
  const enterSlow = createFairQueue({ slots: slowSlots, ...limits })

  const staggeredDelay = createStaggeredDelay()

  async function busyWhenFull(error: unknown): Promise<never> {
    if (!(error instanceof QueueFull)) throw error
    await staggeredDelay()
    throw new Busy('Too many passwords are waiting to be checked.')
  }

  async function runQueued<T>({ line, onTurn }: HashQueueOptions, kind: HashKind, work: () => Promise<T>): Promise<T> {
    const enter = isSlow(kind) ? enterSlow : enterUsual
    const leave = await enter({ ...requestOf(line), cost: expectedCost(kind), onTurn }).catch(busyWhenFull)
    try {
      return await work()
    } catch (error) {
      throw error instanceof HashingEnded ? new Busy(error.message) : error
    } finally {
      leave()
    }
  }

  const check = (kind: HashKind, stored: string, password: string) => verifyPassword(stored, password, isSlow(kind))

  async function verifyDummy(password: string, turn: HashQueueOptions = {}, wanted: HashKind = own): Promise<false> {
    const dummy = dummyOf(wanted)
    const kind = dummy === undefined ? own : wanted
    await runQueued(turn, kind, () => check(kind, dummy ?? dummyOf(own) ?? '', password))
    return false
  }

  /** The time of its kind, and no. A blank hash is no fault: it is the password that nobody has. */
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
  }
}

/**
 * The right password in a hash of today's cost, where the stored one cost less or more. Undefined where nothing is to be
 * done, and where there is no room now: a right login never fails for that.
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
