import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isOutdated } from './decide-login.ts'

describe('a program of version', () => {
  it.each([
    ['1.0', '1.0', false],
    ['1.0', '1.0.0', false],
    ['1.0.0', '1', false],
    ['0.9', '1.0', true],
    ['1.9', '1.10', true],
    ['1.10', '1.9', false],
    ['2', '1.99.99', false],
    ['1.0.0.1', '1', false],
    ['1', '1.0.0.1', true],
    ['01.02', '1.2', false],
    ['99999999999999999999999.1', '99999999999999999999999.2', true],
    ['1.0-beta', '1.0-beta', false],
    ['1.0-beta', '1.0', true],
    ['2.0-beta', '1.0', true],
    ['1.0', '1.0-beta', true],
    ['v1.0', '1.0', true],
    ['1..0', '1.0', true],
    ['1.0.', '1.0', true],
    ['', '1.0', true],
    ['-1', '1.0', true],
    ['１.0', '1.0', true],
  ])('%j against %j is outdated: %s', (client, wanted, isOld) => {
    expect(isOutdated(client, wanted)).toBe(isOld)
  })

  it('is either older, or not, by the first part that differs', () => {
    const version = fc.array(fc.nat(), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(version, version, (a, b) => {
        const length = Math.max(a.length, b.length)
        const place = Array.from({ length }, (_, i) => i).find((i) => (a[i] ?? 0) !== (b[i] ?? 0))
        const isOld = place !== undefined && (a[place] ?? 0) < (b[place] ?? 0)
        return isOutdated(a.join('.'), b.join('.')) === isOld
      }),
    )
  })
})
