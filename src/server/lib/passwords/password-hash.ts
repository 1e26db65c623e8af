import { randomBytes } from 'node:crypto'
import type { HashCost } from './hashing.ts'

/** The current cost of argon2id. Each stored hash carries its own. */
export const shippedCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Cost of one bcrypt round in the unit of argon2id (KiB processed), as measured. */
const bcryptRound = 200

/**
 * Maximum cost of checking an imported hash, in KiB processed: PHP's argon2id costs eight times the current one. bcrypt
 * with cost 12, also from PHP, costs twenty times as much.
 */
const maxImportedCost = 65_536 * 4
const maxMemoryCost = 65_536

/** Algorithm and cost of a hash as text: `bcrypt 10`, `argon2id m=19456,t=2,p=1`. */
export type HashKind = string

/** The kind of a stored hash by its format, even if it can't be decoded; undefined for an empty one. */
export function kindOf(stored: string): HashKind | undefined {
  const rounds = /^\$2[aby]\$(0[4-9]|1[0-2])\$/.exec(stored)?.[1]
  if (rounds !== undefined) return `bcrypt ${rounds}`
  const parameters = /^\$argon2id\$v=19\$(m=\d{1,7},t=\d{1,2},p=\d{1,2})\$/.exec(stored)?.[1]
  return parameters === undefined ? undefined : argon2Kind(parameters)
}

const argon2Kind = (parameters: string): HashKind => `argon2id ${parameters}`

const parametersOf = ({ memoryCost, timeCost, parallelism }: HashCost) =>
  `m=${memoryCost},t=${timeCost},p=${parallelism}`

export const kindAt = (cost: HashCost): HashKind => argon2Kind(parametersOf(cost))

/** The kind of new hashes. */
export const ownKind = kindAt(shippedCost)

/** Expected cost of a check, in KiB processed. */
export function expectedCost(kind: HashKind): number {
  const [, rounds] = /^bcrypt (\d\d)$/.exec(kind) ?? []
  if (rounds !== undefined) return 2 ** Number(rounds) * bcryptRound
  const { memoryCost, timeCost } = argon2CostOf(kind)
  return memoryCost * timeCost
}

function argon2CostOf(kind: HashKind): HashCost {
  const [, memoryCost, timeCost, parallelism] = /^argon2id m=(\d+),t=(\d+),p=(\d+)$/.exec(kind) ?? []
  return { memoryCost: Number(memoryCost), timeCost: Number(timeCost), parallelism: Number(parallelism) }
}

/** Whether a check is so slow that it must not block others. */
export const isSlow = (kind: HashKind): boolean =>
  kind.startsWith('bcrypt') || expectedCost(kind) > 2 * expectedCost(ownKind)

/**
 * Whether a stored hash can be decoded at an acceptable cost. The last character of each part has unused bits:
 * libraries reject other values than zero there, or never match.
 */
export function isCheckable(stored: string): boolean {
  if (/^\$2[aby]\$(0[4-9]|1[0-2])\$[./A-Za-z0-9]{21}[.Oeu][./A-Za-z0-9]{30}[.CGKOSWaeimquy26]$/.test(stored))
    return true
  const isDecodable =
    /^\$argon2id\$v=19\$m=[1-9]\d{0,6},t=[1-9]\d?,p=[1-9]\d?\$[A-Za-z0-9+/]{21}[AQgw]\$[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]$/
  if (!isDecodable.test(stored)) return false
  const { memoryCost, timeCost, parallelism } = argon2CostOf(kindOf(stored) ?? '')
  return memoryCost >= 8 * parallelism && memoryCost <= maxMemoryCost && timeCost <= 10 && parallelism <= 4
}

/** Why a hash can't be imported; undefined if it can. */
export function whyNotImportable(stored: string): string | undefined {
  const kind = kindOf(stored)
  if (kind === undefined) return 'must be argon2id, or bcrypt of cost 4 to 12'
  const { memoryCost, parallelism } = argon2CostOf(kind)
  if (
    memoryCost > maxMemoryCost ||
    parallelism > 4 ||
    (kind.startsWith('argon2id') && expectedCost(kind) > maxImportedCost)
  ) {
    return `costs too much to check: argon2id may have at most m=${maxMemoryCost}, p=4 and m × t = ${maxImportedCost}`
  }
  return isCheckable(stored) ? undefined : 'cannot be decoded: a character is wrong or missing'
}

/** A dummy hash of this kind that no password matches; undefined for an unknown kind. */
export function dummyOf(kind: HashKind): string | undefined {
  const [, rounds] = /^bcrypt (\d\d)$/.exec(kind) ?? []
  const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
  const dummy =
    rounds === undefined
      ? `$argon2id$v=19$${parametersOf(argon2CostOf(kind))}$${base64(16)}$${base64(32)}`
      : `$2b$${rounds}$N9qo8uLOickgx2ZMRZoMyu${'e'.repeat(31)}`
  return isCheckable(dummy) ? dummy : undefined
}
