import { randomBytes } from 'node:crypto'
import type { HashCost } from './hashing.ts'

/** The cost of argon2id; each stored hash carries the one it was made with. */
export const shippedCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** One round of bcrypt, in KiB that argon2id passes over in that time: as measured. */
const bcryptRound = 200

/**
 * What a check costs at most when a file brings the hash, in KiB passed over: PHP's argon2id, eight times ours. bcrypt of
 * cost 12, which PHP makes too, costs twenty times ours.
 */
const maxImportedCost = 65_536 * 4
const maxMemoryCost = 65_536

/** What a hash costs to check, as text: `bcrypt 10`, `argon2id m=19456,t=2,p=1`. */
export type HashKind = string

/** The kind that a stored text has the form of, whether or not it can be decoded; a blank one has none. */
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

/** What new passwords are hashed as. */
export const ownKind = kindAt(shippedCost)

/** What a check is expected to cost, in KiB passed over. */
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

/** Whether a check takes so long that it must not hold up the others. */
export const isSlow = (kind: HashKind): boolean =>
  kind.startsWith('bcrypt') || expectedCost(kind) > 2 * expectedCost(ownKind)

/**
 * Whether the stored text can be decoded and costs no more than was ever let in. The last letter of each part has unused
 * bits: a library refuses other ones than zeros, or never finds the password right.
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

/** Why a file's hash is not taken; undefined for one that is. */
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

/** A hash of this kind of no password at all; undefined for a kind that nothing can be checked as. */
export function dummyOf(kind: HashKind): string | undefined {
  const [, rounds] = /^bcrypt (\d\d)$/.exec(kind) ?? []
  const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replace(/=+$/, '')
  const dummy =
    rounds === undefined
      ? `$argon2id$v=19$${parametersOf(argon2CostOf(kind))}$${base64(16)}$${base64(32)}`
      : `$2b$${rounds}$N9qo8uLOickgx2ZMRZoMyu${'e'.repeat(31)}`
  return isCheckable(dummy) ? dummy : undefined
}
