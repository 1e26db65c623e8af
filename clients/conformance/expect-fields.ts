import { expect } from 'vitest'

/** Seconds between two clocks that say the same, on a busy machine. */
const tolerance = 60

/**
 * What a driver said has these fields. A text that ends with `…` is how the value begins, `{"about": n}` a number near
 * it, `{"atLeast": n}` one that is not smaller, `{"oneOf": […]}` one of these values.
 */
export function expectFields(said: Readonly<Record<string, unknown>>, wanted: object, why = ''): void {
  for (const [name, value] of Object.entries(wanted)) {
    const words = `${why} ${name}`
    if (typeof value === 'string' && value.endsWith('…')) {
      expect(String(said[name]).slice(0, value.length - 1), words).toBe(value.slice(0, -1))
    } else if (hasMember(value, 'about')) {
      expect(Math.abs(Number(said[name]) - Number(value.about)), words).toBeLessThan(tolerance)
    } else if (hasMember(value, 'atLeast')) {
      expect(said[name], words).toBeGreaterThanOrEqual(Number(value.atLeast))
    } else if (hasMember(value, 'oneOf')) {
      expect(value.oneOf, words).toContain(said[name])
    } else {
      expect(said[name], words).toEqual(value)
    }
  }
}

const hasMember = <Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> =>
  typeof value === 'object' && value !== null && name in value
