import { beforeAll, describe, expect, test } from 'vitest'
import { decryptPassword, encryptPassword } from './encrypted-password.ts'
import { rememberKey } from './remember-key.ts'

const origin = 'https://keys.example.com'
const password = 'correct horse – battery staple 🔑'
const share = (fill: number) => new Uint8Array(32).fill(fill)

const halfOf = (fill: number) =>
  crypto.subtle.importKey('raw', new Uint8Array(32).fill(fill), 'HKDF', false, ['deriveKey'])

let key: CryptoKey
let sealed: string

beforeAll(async () => {
  key = await rememberKey(await halfOf(1), share(2))
  sealed = await encryptPassword(key, password, origin)
})

describe('a remembered password', () => {
  test('opens with both halves of the key, where it was sealed', async () => {
    expect(await decryptPassword(key, sealed, origin)).toBe(password)
  })

  test('is stored as version, nonce and ciphertext, never the same twice', async () => {
    expect(sealed).toMatch(/^rm2\.[\w-]{16}\.[\w-]+$/)
    expect(await encryptPassword(key, password, origin)).not.toBe(sealed)
  })

  test('stays shut without this browser’s half, without the server’s share, and for another origin', async () => {
    const withOtherHalf = await rememberKey(await halfOf(9), share(2))
    const withOtherShare = await rememberKey(await halfOf(1), share(9))
    expect(await decryptPassword(withOtherHalf, sealed, origin)).toBeUndefined()
    expect(await decryptPassword(withOtherShare, sealed, origin)).toBeUndefined()
    expect(await decryptPassword(key, sealed, 'https://evil.example')).toBeUndefined()
  })

  test('with a changed bit or character is no password at all, 1,000 times', async () => {
    for (let round = 0; round < 1000; round++) {
      const place = round % sealed.length
      const changed = String.fromCharCode(sealed.charCodeAt(place) ^ (1 << (round % 7)))
      const found = await decryptPassword(key, sealed.slice(0, place) + changed + sealed.slice(place + 1), origin)
      // Base64 leaves the last character's spare bits unread: then it is the very same ciphertext.
      expect([undefined, password]).toContain(found)
      if (place < sealed.length - 1 && !isSameBase64(changed, sealed.charAt(place))) expect(found).toBeUndefined()
    }
  })

  test.each(['', 'hunter2', 'rm2', 'rm2.', 'rm2..', 'rm1.AAAA.AAAA', 'rm2.!!.!!', 'rm2.AAAA.AAAA.AAAA'])(
    'what is not sealed reads as nothing: %j',
    async (text) => {
      expect(await decryptPassword(key, text, origin)).toBeUndefined()
    },
  )
})

/** `-` and `+`, `_` and `/` stand for the same six bits. */
function isSameBase64(a: string, b: string): boolean {
  const plain = (text: string) => text.replace('-', '+').replace('_', '/')
  return plain(a) === plain(b)
}
