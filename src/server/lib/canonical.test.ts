import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical, canonicalIp, ipLimiterKey, isPlaceholderHwid, networkMatches, parseNetwork } from './canonical.ts'

describe('the canonical form', () => {
  it.each([
    ['case', 'ADMIN', 'admin'],
    ['outer spaces', '  admin\u00a0', 'admin'],
    ['full width', 'ＡＤＭＩＮ', 'admin'],
    ['a zero-width space', 'ad\u200bmin', 'admin'],
    ['a soft hyphen', 'ad\u00admin', 'admin'],
    ['a change of direction', '\u202eadmin\u202c', 'admin'],
    ['a variation selector', 'admin\ufe0f', 'admin'],
    ['a byte order mark', '\ufeffadmin', 'admin'],
    ['a control character', 'ad\u0007min', 'admin'],
    ['composition', 'e\u0301mile', '\u00e9mile'],
    ['composition through an unseen letter', 'e\u200b\u0301mile', '\u00e9mile'],
    ['a ligature', 'ﬁnn', 'finn'],
    ['a letter that only Unicode lowers', 'ÉMILE', 'émile'],
  ])('joins what differs by %s', (_difference, one, other) => {
    expect(canonical(one)).toBe(canonical(other))
  })

  it.each([
    ['a Cyrillic letter', 'аdmin', 'admin'],
    ['a dotless i', 'admın', 'admin'],
    ['rn and m', 'adrnin', 'admin'],
    ['an inner space', 'ad min', 'admin'],
    ['an accent', 'ádmin', 'admin'],
  ])('keeps apart what differs by %s', (_difference, one, other) => {
    expect(canonical(one)).not.toBe(canonical(other))
  })

  it('is its own canonical form, for any text', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), tricky)
    fc.assert(
      fc.property(text, (value) => canonical(canonical(value)) === canonical(value)),
      { numRuns: 100_000 },
    )
  })
})

/** Texts of characters that normalizing, lowercasing, trimming or dropping changes. */
const tricky = fc
  .array(
    fc.constantFrom(
      ...'ÅİıſßẞΣσςᾼᾳﬁ\u0301\u0327\u0345\u034f\u00ad\u200b\u200d\u3164\u1160\u00a8\u2002\u0085ǅ가ᄀ각\u11a8㍿ℌ𝐀 .',
    ),
  )
  .map((letters) => letters.join(''))

describe('addresses', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::ffff:127.0.0.1', '127.0.0.1'],
    ['::FFFF:7F00:1', '127.0.0.1'],
    ['0:0:0:0:0:ffff:7f00:0001', '127.0.0.1'],
    [' 10.0.0.1 ', '10.0.0.1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:0db8::0001', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['::', '::'],
  ])('%j are written %j', (text, written) => {
    expect(canonicalIp(text)).toBe(written)
  })

  it.each([
    '',
    '0x7f.1',
    '127.1',
    '2130706433',
    '017700000001',
    '01.02.03.04',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '1.2.3.4/32',
    '::g',
    '1::2::3',
    'localhost',
    '①②⑦.⓪.⓪.①',
    '[::1]',
    '1.2.3.4:80',
  ])('are not %j', (text) => {
    expect(canonicalIp(text)).toBeUndefined()
    if (!text.includes('/')) expect(parseNetwork(text)).toBeUndefined()
  })

  it('match a single address in thirty spellings, and no neighbor of it', () => {
    const spellings = [
      ...[
        '192.0.2.1',
        '::ffff:192.0.2.1',
        '::FFFF:192.0.2.1',
        '::ffff:c000:201',
        '::FFFF:C000:0201',
        '::ffff:C000:201',
      ],
      ...['0:0:0:0:0:ffff:192.0.2.1', '0:0:0:0:0:FFFF:c000:201', '0000:0000:0000:0000:0000:ffff:c000:0201'],
      ...['::0:ffff:192.0.2.1', '0::ffff:c000:201', '0:0::ffff:c000:201', '0:0:0:0::ffff:c000:201'],
      ...[' 192.0.2.1', '192.0.2.1 '],
    ]
    const entries = [
      ...spellings,
      '192.0.2.1/32',
      ...spellings.filter((text) => text.includes(':')).map((text) => `${text.trim()}/128`),
    ]
    expect(spellings.length + entries.length).toBeGreaterThan(30)
    for (const entry of entries) {
      const network = parseNetwork(entry)
      expect(network?.text, entry).toBe('192.0.2.1')
      if (!network) continue
      for (const ip of spellings) expect(networkMatches(network, ip), `${entry} ${ip}`).toBe(true)
      for (const ip of ['192.0.2.0', '192.0.2.2', '::ffff:192.0.2.3', '::c000:201', '2001:db8::c000:201', 'x', '']) {
        expect(networkMatches(network, ip), `${entry} ${ip}`).toBe(false)
      }
    }
  })

  it.each([
    ['10.1.2.3/8', '10.0.0.0/8', '10.255.255.255', '11.0.0.0'],
    ['10.1.2.3/31', '10.1.2.2/31', '10.1.2.2', '10.1.2.4'],
    ['0.0.0.0/0', '0.0.0.0/0', '255.255.255.255', '::1'],
    ['::ffff:10.1.2.3/104', '10.0.0.0/8', '10.9.9.9', '11.0.0.0'],
    ['2001:db8:1:2:3::/64', '2001:db8:1:2::/64', '2001:DB8:1:2:ffff::1', '2001:db8:1:3::1'],
    ['::/0', '::/0', '2001:db8::1', '1.2.3.4'],
    ['2001:db8::/127', '2001:db8::/127', '2001:db8::1', '2001:db8::2'],
  ])('%s is the range %s, with %s in it and without %s', (text, written, inside, outside) => {
    const network = parseNetwork(text)
    if (!network) throw new Error('not parsed')
    expect(network.text).toBe(written)
    expect(networkMatches(network, inside)).toBe(true)
    expect(networkMatches(network, outside)).toBe(false)
  })

  it.each([
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/-1',
    '1.2.3.4/+8',
    '1.2.3.4/1e1',
    '1.2.3.4/8/8',
    '::/129',
    '::ffff:1.2.3.4/95',
    '/8',
    '1.2.3.4/ 8',
  ])('%j is no range', (text) => {
    expect(parseNetwork(text)).toBeUndefined()
  })

  it('count for limits one by one in IPv4 and by /64 in IPv6', () => {
    expect(ipLimiterKey('192.0.2.1')).toBe('192.0.2.1')
    expect(ipLimiterKey('::ffff:192.0.2.1')).toBe('192.0.2.1')
    expect(ipLimiterKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(ipLimiterKey('2001:DB8:1:2::9')).toBe('2001:db8:1:2::/64')
    expect(ipLimiterKey('2001:db8:1:3::9')).not.toBe(ipLimiterKey('2001:db8:1:2::9'))
    expect(ipLimiterKey('unknown')).toBe('unknown')
  })
})

describe('a hardware id', () => {
  it.each([
    '',
    '   ',
    '0',
    '00000000-0000-0000-0000-000000000000',
    'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
    'To be filled by O.E.M.',
    'TO BE FILLED BY O.E.M',
    'Default string',
    '02:00:00:00:00:00',
    '00:00:00:00:00:00',
    'None',
    'N/A',
    '03000200-0400-0500-0006-000700080009',
    'xxxxxxxx',
  ])('is worthless as %j', (text) => {
    expect(isPlaceholderHwid(text)).toBe(true)
  })

  it.each(['A', 'HWID-1', 'test', '0001', '4c4c4544-0051-3510-8052-b4c04f4a3832', 'BFEBFBFF000906EA', '日本'])(
    'is worth something as %j',
    (text) => {
      expect(isPlaceholderHwid(text)).toBe(false)
    },
  )
})
