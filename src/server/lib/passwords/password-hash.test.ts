import { hash as argon2, verify } from '@node-rs/argon2'
import bcrypt from 'bcryptjs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dummyOf, expectedCost, isCheckable, isSlow, kindOf, ownKind, whyNotImportable } from './password-hash.ts'

const salt = 'N9qo8uLOickgx2ZMRZoMyu'
const bcryptOf = (rounds: string) => `$2b$${rounds}$${salt}${'e'.repeat(31)}`
const argon2Of = (parameters: string) => `$argon2id$v=19$${parameters}$${'A'.repeat(22)}$${'A'.repeat(43)}`

describe('a stored hash', () => {
  it.each([
    [bcryptOf('12'), 'bcrypt 12'],
    [bcryptOf('04').replace('$2b', '$2y'), 'bcrypt 04'],
    [argon2Of('m=65536,t=3,p=4'), 'argon2id m=65536,t=3,p=4'],
    [argon2Of('m=19456,t=2,p=1'), ownKind],
    ['', undefined],
    ['secret', undefined],
    [bcryptOf('13'), undefined],
  ])('%s is of the kind %s', (stored, kind) => {
    expect(kindOf(stored)).toBe(kind)
  })

  it('costs about what it takes: twice as much per round of bcrypt, and in proportion to memory and passes', () => {
    expect(expectedCost('bcrypt 12')).toBe(4 * expectedCost('bcrypt 10'))
    expect(expectedCost('argon2id m=65536,t=4,p=1') / expectedCost(ownKind)).toBeCloseTo(6.7, 1)
    expect(expectedCost('bcrypt 12') / expectedCost(ownKind)).toBeCloseTo(21, 0)
  })

  it('is checked beside the others where it takes long', () => {
    expect(isSlow(ownKind)).toBe(false)
    expect(isSlow('argon2id m=65536,t=1,p=1')).toBe(false)
    expect(isSlow('argon2id m=65536,t=2,p=1')).toBe(true)
    expect(isSlow('bcrypt 04')).toBe(true)
  })
})

describe('what can be decoded', () => {
  it('is what the libraries make, at any salt', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      expect(isCheckable(await argon2('secret', { memoryCost: 64, timeCost: 1, parallelism: 1 }))).toBe(true)
      expect(isCheckable(await bcrypt.hash('secret', 4))).toBe(true)
    }
  })

  it('is what argon2 reads without an error, and nothing else, whichever letter is another', async () => {
    const made = await argon2('secret', { memoryCost: 8, timeCost: 1, parallelism: 1 })
    const letters = fc.constantFrom(...'ABCPQRgwxyz0189+/=.-$,')
    await fc.assert(
      fc.asyncProperty(fc.nat(made.length - 1), letters, async (place, letter) => {
        const stored = made.slice(0, place) + letter + made.slice(place + 1)
        if (isCheckable(stored)) expect([true, false]).toContain(await verify(stored, 'secret'))
        else if (kindOf(stored)) await expect(verify(stored, 'secret')).rejects.toThrow()
      }),
      { numRuns: 500 },
    )
  })

  it('is of bcrypt what can ever be right: unused bits are zeros', async () => {
    const made = await bcrypt.hash('secret', 4)
    const next = (text: string, at: number) => {
      const other = String.fromCharCode(text.charCodeAt(at) + 1)
      return text.slice(0, at) + other + text.slice(at + 1)
    }
    for (const stored of [next(made, 28), next(made, 59)]) {
      expect(await bcrypt.compare('secret', stored)).toBe(false)
      expect(isCheckable(stored)).toBe(false)
    }
  })
})

describe('a hash of a file', () => {
  it.each(['m=19456,t=2,p=1', 'm=65536,t=3,p=4', 'm=65536,t=4,p=1', 'm=8,t=1,p=1'])('is taken at %s', (parameters) => {
    expect(whyNotImportable(argon2Of(parameters))).toBeUndefined()
  })

  it.each(['04', '10', '12'])('is taken as bcrypt of cost %s', (rounds) => {
    expect(whyNotImportable(bcryptOf(rounds))).toBeUndefined()
  })

  it.each(['m=65536,t=10,p=1', 'm=65536,t=5,p=1', 'm=65537,t=1,p=1', 'm=19456,t=2,p=5', 'm=8192,t=33,p=1'])(
    'is refused at %s: it costs too much',
    (parameters) => {
      expect(whyNotImportable(argon2Of(parameters))).toMatch(/^costs too much to check/)
    },
  )

  it.each(['m=7,t=1,p=1', 'm=31,t=1,p=4', 'm=019456,t=2,p=1', 'm=64,t=0,p=1', 'm=64,t=1,p=0'])(
    'is refused at %s: nothing can be checked so',
    (parameters) => {
      expect(whyNotImportable(argon2Of(parameters))).toMatch(/^cannot be decoded/)
    },
  )

  it('is refused with a letter that is wrong, missing or too many', () => {
    expect(whyNotImportable(argon2Of('m=64,t=1,p=1').replace(/A$/, 'B'))).toMatch(/^cannot be decoded/)
    expect(whyNotImportable(bcryptOf('10').slice(0, -1))).toMatch(/^cannot be decoded/)
    expect(whyNotImportable(`${bcryptOf('10')}.`)).toMatch(/^cannot be decoded/)
    expect(whyNotImportable('5f4dcc3b5aa765d61d8327deb882cf99')).toBe('must be argon2id, or bcrypt of cost 4 to 12')
  })
})

it('has a dummy for every kind that can be checked', () => {
  for (const kind of [ownKind, 'bcrypt 04', 'bcrypt 12', 'argon2id m=65536,t=10,p=4']) {
    expect(kindOf(dummyOf(kind) ?? '')).toBe(kind)
  }
  expect(dummyOf('argon2id m=0,t=0,p=0')).toBeUndefined()
  expect(dummyOf('nothing')).toBeUndefined()
})
