import { describe, expect, it } from 'vitest'
import { type BlacklistValue, indexBlacklist } from './decide-access.ts'

const blockedIp = (value: string, ip: string) => indexBlacklist([{ type: 'ip', value }]).find({ ip })

describe('the blacklist', () => {
  it('blocks nobody while it is empty', () => {
    const identity = { ip: '192.0.2.1', usernameKey: 'ada', emailKey: 'a@b.c', hwidKey: 'pc' }
    expect(indexBlacklist([]).find(identity)).toBeUndefined()
  })

  it.each([
    ['192.0.2.7', '192.0.2.7', '192.0.2.8'],
    ['192.0.2.7/32', '192.0.2.7', '192.0.2.6'],
    ['192.0.2.0/24', '192.0.2.255', '192.0.3.0'],
    ['192.0.2.99/24', '192.0.2.0', '192.0.1.255'],
    ['0.0.0.0/0', '203.0.113.9', '2001:db8::1'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.8'],
    ['::ffff:192.0.2.0/120', '192.0.2.200', '192.0.3.1'],
    ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:192.0.2.8'],
    ['192.0.2.7', '::FFFF:C000:0207', '::FFFF:C000:0208'],
    ['2001:DB8::1', '2001:0db8:0:0::0001', '2001:db8::2'],
    ['2001:db8::/32', '2001:db8:ffff::1', '2001:db9::1'],
    ['2001:db8:0:1::/64', '2001:db8:0:1:ffff::1', '2001:db8:0:2::1'],
    ['::/0', '2001:db8::1', '192.0.2.7'],
  ])('entry %s blocks %s and not its neighbor %s', (entry, blocked, neighbor) => {
    expect(blockedIp(entry, blocked)).toBe('blocked_ip')
    expect(blockedIp(entry, neighbor)).toBeUndefined()
  })

  it.each(['0x7f.1', '127.1', '2130706433', '01.02.03.04', 'nonsense', '', '127.0.0.1/33', '127.0.0.1/'])(
    'an entry that is no address (%j) blocks nobody',
    (entry) => {
      for (const ip of ['127.0.0.1', '1.2.3.4', '0.0.0.0', '::']) expect(blockedIp(entry, ip)).toBeUndefined()
    },
  )

  it.each(['Admin', ' admin ', 'ADMIN', 'ａｄｍｉｎ', 'ad\u200bmin', 'a\u00addmin', '\u202eadmin'])(
    'an entry spelled %j blocks the user admin',
    (value) => {
      expect(indexBlacklist([{ type: 'username', value }]).find({ ip: '::1', usernameKey: 'admin' })).toBe(
        'blocked_username',
      )
    },
  )

  it('blocks by the first that matches: address, username, e-mail, hardware id', () => {
    const entries: BlacklistValue[] = [
      { type: 'hwid', value: 'pc' },
      { type: 'email', value: 'a@b.c' },
      { type: 'username', value: 'ada' },
      { type: 'ip', value: '::1' },
    ]
    const identity = { ip: '::1', usernameKey: 'ada', emailKey: 'a@b.c', hwidKey: 'pc' }
    const blocks = [4, 3, 2, 1, 0].map((count) => indexBlacklist(entries.slice(0, count)).find(identity))
    expect(blocks).toEqual(['blocked_ip', 'blocked_username', 'blocked_email', 'blocked_hwid', undefined])
  })

  it('keeps the types apart', () => {
    const index = indexBlacklist([{ type: 'username', value: 'same' }])
    expect(index.find({ ip: '::1', emailKey: 'same', hwidKey: 'same' })).toBeUndefined()
  })

  it('blocks nobody for what is not known of them', () => {
    const index = indexBlacklist([
      { type: 'hwid', value: ' ' },
      { type: 'username', value: '\u200b' },
    ])
    expect(index.find({ ip: '::1', usernameKey: '', hwidKey: '' })).toBeUndefined()
    expect(index.find({ ip: '::1', emailKey: null, hwidKey: null })).toBeUndefined()
  })
})
