import type { Bindable } from './database.ts'

/**
 * Refuses what node:sqlite binds wrongly or not at all: a Date or an object as first parameter is taken for named
 * parameters, and the last column then becomes NULL without an error.
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

/** The kind of a value, never the value: it may be a secret. */
function kindOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'object' && value !== null ? (value.constructor?.name ?? 'object') : typeof value
}
