import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashToken, isApiKey, newApiKey, newLicenseKey, newSessionToken, randomToken, randomUserId } from './tokens.ts'

const many = <T>(make: () => T) => Array.from({ length: 2000 }, make)

describe('an API key', () => {
  it('has its form and checksum, and never comes twice', () => {
    const keys = many(newApiKey)
    expect(keys.filter((key) => !/^ak_[0-9A-Za-z]{49}$/.test(key) || !isApiKey(key))).toEqual([])
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('uses each of the 62 letters about equally often', () => {
    const counts = new Map<string, number>()
    for (const letter of many(newApiKey).flatMap((key) => [...key.slice(3, 46)])) {
      counts.set(letter, (counts.get(letter) ?? 0) + 1)
    }
    const expected = (2000 * 43) / 62
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    expect(counts.size).toBe(62)
    // 61 degrees of freedom: above 140 once in ten million runs; bytes modulo 62 give about 2,000
    expect(chiSquare).toBeLessThan(140)
  })

  it('is refused with any one letter changed, two swapped, or another length', () => {
    const key = newApiKey()
    for (let at = 0; at < key.length; at += 1) {
      const other = key[at] === 'x' ? 'y' : 'x'
      expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1))).toBe(false)
      const [a = '', b = ''] = [key[at], key[at + 1]]
      if (b && a !== b) expect(isApiKey(key.slice(0, at) + b + a + key.slice(at + 2))).toBe(false)
    }
    for (const text of ['', key.slice(1), `${key}x`, ` ${key}`, `${key}\n`, key.toLowerCase(), key.toUpperCase()]) {
      expect(isApiKey(text)).toBe(false)
    }
  })

  it('is not found in arbitrary text', () => {
    fc.assert(fc.property(fc.string(), (text) => !isApiKey(text)))
  })
})

describe('other tokens', () => {
  it('make license keys of four groups without letters that look alike', () => {
    const keys = many(newLicenseKey)
    expect(keys.filter((key) => !/^KW(-[0-9A-HJKMNP-TV-Z]{5}){4}$/.test(key))).toEqual([])
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('make session tokens in the form of the clients', () => {
    expect(newSessionToken(new Date('2026-01-02T03:04:05.678Z'))).toMatch(/^sess_[0-9a-f]{32}_1767323045$/)
  })

  it('make user ids that are positive, fit 31 bits and use the whole range', () => {
    const ids = many(randomUserId)
    expect(ids.filter((id) => !Number.isInteger(id) || id < 1 || id > 2 ** 31 - 1)).toEqual([])
    expect(Math.max(...ids)).toBeGreaterThan(2 ** 30)
    expect(Math.min(...ids)).toBeLessThan(2 ** 28)
  })

  it('carry as many random bytes as asked for, and are stored as their SHA-256', () => {
    expect(Buffer.from(randomToken(32), 'base64url')).toHaveLength(32)
    expect(randomToken()).not.toBe(randomToken())
    expect(hashToken('abc')).toBe(
      Buffer.from('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', 'hex').toString('base64url'),
    )
  })
})
