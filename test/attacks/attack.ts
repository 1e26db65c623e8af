import type { AttackTarget } from './attack-target.ts'

/** How much of an attack is run: in seconds beside the other tests, or at full length by `npm run faults abuse`. */
export type AttackLength = 'short' | 'full'

/** One number that an attack ends with, and what it must not pass. */
export interface Finding {
  readonly name: string
  readonly value: number
  /** The most the attacker may reach. */
  readonly atMost?: number
  /** What must have happened at least: an attack that never ran proves nothing. */
  readonly atLeast?: number
  /** Decimals to show; 0 unless given. */
  readonly digits?: number
}

/** One attack by an outsider, an end user or a limited dashboard user; used by tests and by fault runs. */
export interface Attack {
  /** Kebab-case, as its file is named. */
  readonly name: string
  /** The guarantee that it tries to break, as a sentence. */
  readonly guarantee: string
  run(target: AttackTarget, length: AttackLength): Promise<readonly Finding[]>
}

/** Whether the attack ran and stayed within its limit. */
export function isWithinLimits({
  value,
  atMost = Number.POSITIVE_INFINITY,
  atLeast = Number.NEGATIVE_INFINITY,
}: Finding) {
  return value <= atMost && value >= atLeast
}
