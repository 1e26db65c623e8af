import { describe, expect, test } from 'vitest'
import { leaseHolds, signedAt } from '../node/keywright.mjs'
import { readVectors } from './signature-vectors.ts'

const { signatures, leases } = readVectors()
const keysOf = (names: readonly string[]) => names.map((name) => signatures.keys[name] ?? '')

describe('the Node.js sample', () => {
  test.for(signatures.cases)('judges the answer: $name', ({ isRight, pinned, ...exchange }) => {
    const created = signedAt(exchange, keysOf(pinned))
    expect(created !== undefined).toBe(isRight)
    if (isRight) expect(exchange.signatureInput).toContain(`;created=${created};`)
  })

  test.for(leases.cases)('judges the lease: $name', ({ holds, lease, pinned, ...facts }) => {
    expect(leaseHolds(lease, facts, keysOf(pinned))).toBe(holds)
  })

  test('trusts nothing while the pinned text is no key', () => {
    const [right] = signatures.cases
    const [held] = leases.cases
    if (!right || !held) throw new Error('no vectors')
    for (const keys of [[], ['no key'], [''], ['AAAA']]) {
      expect(signedAt(right, keys)).toBeUndefined()
      expect(leaseHolds(held.lease, held, keys)).toBe(false)
    }
  })
})
