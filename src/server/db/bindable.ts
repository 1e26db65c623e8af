import type { Bindable } from './database.ts'

/**
 * Rejects values that node:sqlite binds wrongly: it takes a Date or an object in first place for named parameters, and
 * then stores NULL in the last column without an error.
 */
export function assertBindable(values: readonly unknown[]): asserts values is readonly Bindable[] {
  for (let index = 0; index < values.length; index += 1) {
    if (!isBindable(values[index]))
      throw new TypeError(`Parameter ${index + 1} can't be bound: ${kindOf(values[index])}.`)
  }
}

function isBindable(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'bigint':
      return true
    case 'number':
      return Number.isFinite(value)
    default:
      return value === null || value instanceof Uint8Array
  }
}

/** The type of a value, never the value itself: it may be a secret. */
function kindOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'object' && value !== null ? (value.constructor?.name ?? 'object') : typeof value
}
