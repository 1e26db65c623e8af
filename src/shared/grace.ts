import { neverYear } from './constants.ts'

const dayMs = 24 * 60 * 60 * 1000

/** When access ends whose time ends at `end`, but goes on for some days; null: it ends there, or never. */
export function graceEnd(end: Date | null, graceDays: number): Date | null {
  if (end === null || graceDays === 0 || end.getUTCFullYear() >= neverYear) return null
  return new Date(end.getTime() + graceDays * dayMs)
}

/** Whether the time has ended, and access has not. */
export function isInGrace(end: Date | null, graceUntil: Date | null, now: Date): boolean {
  return end !== null && graceUntil !== null && end <= now && now < graceUntil
}
