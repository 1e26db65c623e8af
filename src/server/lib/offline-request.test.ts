import { describe, expect, it } from 'vitest'
import { armored, offlineRequest } from '../../../test/harness/offline-request.ts'
import { keyPrint, parseOfflineRequest } from './offline-request.ts'

const asked = { hwid: 'PC-1', user: 'Anna', nonce: 'AAAAAAAAAAAAAAAAAAAAAA' }
const pins = ['AAAA', 'AAAB']
const text = offlineRequest({ ...asked, pins })
const content = { v: 1, ...asked, keys: ['AAAAAAAAAAAAAAAA'] }

describe('the request for an offline file', () => {
  it('says device, user, nonce and the keys that the program trusts, in at most 700 characters', () => {
    expect(parseOfflineRequest(text)).toEqual({
      ...{ hwid: 'PC-1', username: 'Anna', licenseKey: undefined, nonce: asked.nonce },
      keyPrints: pins.map(keyPrint),
    })
    const { user: _user, ...others } = asked
    const key = { ...others, key: 'KW-1', pins }
    expect(parseOfflineRequest(offlineRequest(key))).toMatchObject({ username: undefined, licenseKey: 'KW-1' })
    const longest = { ...asked, hwid: 'f'.repeat(128), user: 'u'.repeat(64), pins }
    expect(offlineRequest(longest).length).toBeLessThanOrEqual(700)
  })

  it('survives what mail does to a text: other line breaks, quotes before and after, no line breaks at all', () => {
    const read = parseOfflineRequest(text)
    for (const changed of [text.replaceAll('\n', '\r\n'), `Hello\n\n${text}\nRegards`, text.replaceAll('\n', '  ')]) {
      expect(parseOfflineRequest(changed)).toEqual(read)
    }
  })

  it('is not taken where a part is missing, or one character is another', () => {
    expect(parseOfflineRequest('')).toBe('cut')
    expect(parseOfflineRequest(text.slice(0, -30))).toBe('cut')
    expect(parseOfflineRequest(text.slice(10))).toBe('cut')
    const [first = '', ...rest] = text.split('\n')
    const inner = rest.slice(0, -2).join('')
    const last = rest.at(-2) ?? ''
    for (let place = 0; place < inner.length; place += 1) {
      const other = inner[place] === 'x' ? 'y' : 'x'
      const changed = inner.slice(0, place) + other + inner.slice(place + 1)
      expect(parseOfflineRequest([first, changed, last].join('\n')), `character ${place}`).toBe('changed')
    }
  })

  it.each([
    ['no object', []],
    ['another version', { ...content, v: 2 }],
    ['no device', { ...content, hwid: '' }],
    ['a user and a key', { ...content, key: 'KW-1' }],
    ['neither', { ...content, user: undefined }],
    ['a short nonce', { ...content, nonce: 'AAAA' }],
    ['no keys', { ...content, keys: [] }],
  ])('is not taken with a right checksum over %s', (_name, said) => {
    expect(parseOfflineRequest(armored(said))).toBe('changed')
  })

  it('may hold what a newer program adds', () => {
    expect(parseOfflineRequest(armored({ ...content, components: { disk: '00' } }))).toMatchObject({ hwid: 'PC-1' })
  })
})
