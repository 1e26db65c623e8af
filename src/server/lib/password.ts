import { randomBytes } from 'node:crypto'
import { ipLimiterKey } from './canonical.ts'
import { createFairQueue, QueueFull } from './fair-queue.ts'
import { type HashCost, HashingEnded, hashPassword, hashSlots, verifyPassword } from './hashing.ts'

/** The cost of argon2id; each stored hash carries the one it was made with. */
const shippedCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The password can't be checked now, since too many wait or who hashes has died: 503, and a later try may pass. */
export class Busy extends Error {
  override readonly name = 'Busy'
}

interface PasswordOptions {
  slots?: number
  queueLimit?: number
  dashboardQueueLimit?: number
  /** Another cost: only tests of other things than hashing ask for one. No setting of the server does. */
  cost?: HashCost
}

/** In whose name a password is hashed. All strangers together have one share, however many addresses they come from. */
export type HashLine =
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

export interface Turn {
  /** Without it the server itself asks: a command, the first start. It stands in the dashboard's line. */
  readonly line?: HashLine
  /**
   * Called synchronously when the turn has come, before the hash; what it throws is thrown. For limits that were reached
   * meanwhile. `wait` keeps the place: asked again when another hash has ended, for limits that may yet be given back.
   */
  readonly onTurn?: () => 'wait' | undefined
}

export interface Passwords {
  hash(password: string, turn?: Turn): Promise<string>
  /** False for a wrong password, and for a stored hash that is blank or none of ours: after the same time. */
  verify(storedHash: string, password: string, turn?: Turn): Promise<boolean>
  /** Takes the time of a real check and says no, for a name that nobody has; of an imported hash's if so asked. */
  verifyDummy(password: string, turn?: Turn, kind?: 'own' | 'bcrypt'): Promise<false>
  /** Whether a hash was made at lower cost than today's. */
  needsRehash(storedHash: string): boolean
}

/**
 * Hashing bounded to all processors but one: a login storm leaves the last one to the running clients. Passwords are
 * taken as sent: not trimmed, not normalized. Rejects with Busy when there is no place in the queue.
 */
export function openPasswords(options: PasswordOptions = {}): Passwords {
  const { slots = hashSlots, queueLimit = 200, dashboardQueueLimit = 50, cost = shippedCost } = options
  const enter = createFairQueue({ slots, queueLimit, reservedLimit: dashboardQueueLimit })
  const dummy = dummyHash(cost)

  async function inTurn<T>({ line, onTurn }: Turn, costs: number, work: () => Promise<T>): Promise<T> {
    const leave = await enter({ ...requestOf(line), cost: costs, onTurn }).catch(busyWhenFull)
    try {
      return await work()
    } catch (error) {
      throw error instanceof HashingEnded ? new Busy(error.message) : error
    } finally {
      leave()
    }
  }

  const check = (storedHash: string, password: string, turn: Turn) =>
    inTurn(turn, expectedCost(storedHash), () => verifyPassword(storedHash, password))

  async function verifyDummy(password: string, turn: Turn = {}, kind: 'own' | 'bcrypt' = 'own'): Promise<false> {
    await check(kind === 'own' ? dummy : bcryptDummy, password, turn)
    return false
  }

  return {
    hash: (password, turn = {}) => inTurn(turn, cost.memoryCost * cost.timeCost, () => hashPassword(password, cost)),
    verify: async (storedHash, password, turn = {}) =>
      isStorableHash(storedHash) ? check(storedHash, password, turn) : verifyDummy(password, turn),
    verifyDummy,
    needsRehash: (storedHash) => costsLess(storedHash, cost),
  }
}

function busyWhenFull(error: unknown): never {
  throw error instanceof QueueFull ? new Busy('Too many passwords are waiting to be checked.') : error
}

function requestOf(line: HashLine = { dashboard: { address: 'server', account: '' } }) {
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

/** One round of bcrypt in passes over a KiB, in which argon2id counts: as measured. */
const bcryptRound = 200

/** What a stored hash costs to check, in KiB that are passed over. */
function expectedCost(storedHash: string): number {
  const rounds = /^\$2[aby]\$(\d\d)\$/.exec(storedHash)?.[1]
  if (rounds !== undefined) return 2 ** Number(rounds) * bcryptRound
  const [, memoryCost = 0, timeCost = 0] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/.exec(storedHash) ?? []
  return Number(memoryCost) * Number(timeCost)
}

function costsLess(storedHash: string, cost: HashCost): boolean {
  const [, memoryCost, timeCost] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),/.exec(storedHash) ?? []
  return !(Number(memoryCost) >= cost.memoryCost && Number(timeCost) >= cost.timeCost)
}

/** As KeyAuth and PHP make it; the hash of no password at all. */
const bcryptDummy = `$2b$10$${'N9qo8uLOickgx2ZMRZoMyu'}${'b'.repeat(31)}`

/**
 * Of a form that can be checked at a bounded cost: argon2id, or bcrypt as other products keep it. A file could name
 * any cost.
 */
export function isStorableHash(text: string): boolean {
  if (/^\$2[aby]\$(0[4-9]|1[0-2])\$[./A-Za-z0-9]{53}$/.test(text)) return true
  const [, memory, time, lanes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(text) ?? []
  return isArgon2id(text) && Number(memory) <= 65_536 && Number(time) <= 10 && Number(lanes) <= 4
}

/** Of the form that `hash` makes. Anything else would make the library throw before it has spent any time. */
function isArgon2id(text: string): boolean {
  return /^\$argon2id\$v=19\$m=\d{1,7},t=\d{1,2},p=\d{1,2}\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/.test(text)
}

/** A hash at this cost of no password at all. */
function dummyHash({ memoryCost, timeCost, parallelism }: HashCost): string {
  const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${base64(16)}$${base64(32)}`
}
