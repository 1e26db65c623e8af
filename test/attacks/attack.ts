import type { AttackTarget } from './attack-target.ts'

/** How much of an attack is run: in seconds beside the other tests, or at full length by `npm run faults abuse`. */
export type AttackLength = 'short' | 'full'

/** One number that an attack ends with, and what it must not pass. */
export interface Finding {
  readonly name: string
  readonly value: number
  /** What the attacker may reach at most. */
  readonly atMost?: number
  /** What must have happened, so that an attack that reached nothing proves nothing. */
  readonly atLeast?: number
  /** Decimals to show; 0 unless given. */
  readonly digits?: number
}

/** Something a stranger, an end-user or a limited colleague tries, written once for tests and for fault runs. */
export interface Attack {
  /** Kebab-case, as its file is named. */
  readonly name: string
  /** The guarantee that it tries to break, as a sentence. */
  readonly guarantee: string
  run(target: AttackTarget, length: AttackLength): Promise<readonly Finding[]>
}

/** Whether the attack was really made and got no further than it may. */
export function isWithinLimits({
  value,
  atMost = Number.POSITIVE_INFINITY,
  atLeast = Number.NEGATIVE_INFINITY,
}: Finding) {
  return value <= atMost && value >= atLeast
}
