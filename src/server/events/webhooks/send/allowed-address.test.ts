import { describe, expect, it } from 'vitest'
import { parseNetwork } from '../../../lib/canonical.ts'
import { isAllowedAddress, isAllowedPort } from './allowed-address.ts'

const forbidden = [
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '169.254.170.2',
  '100.64.0.1',
  '100.100.100.200',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '198.51.100.1',
  '203.0.113.1',
  '198.18.0.1',
  '192.88.99.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:10.0.0.1',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::a9fe:a9fe',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::',
  '2001:0:7f00:1::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'ff02::1',
  '2001:db8::1',
  '3fff::1',
  '100::1',
  '5f00::1',
]
const publicOnes = [
  '8.8.8.8',
  '1.1.1.1',
  '93.184.216.34',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
  '2a00:1450:4001:800::200e',
]

describe('an address that a webhook dials', () => {
  it.each(forbidden)('%s is refused', (address) => {
    expect(isAllowedAddress(address, [])).toBe(false)
  })

  it.each(publicOnes)('%s is public', (address) => {
    expect(isAllowedAddress(address, [])).toBe(true)
  })

  it.each(['fe80::1%eth0', '0x7f.1', '2130706433', '', 'localhost', '1.1.1.1 ', '127.1'])('%j is refused', (text) => {
    expect(isAllowedAddress(text, [])).toBe(false)
  })

  it('is allowed where the installation names its network, mapped or not, and nowhere else', () => {
    const allowed = ['10.1.0.0/16', 'fd00::/8']
      .map((text) => parseNetwork(text))
      .filter((network) => network !== undefined)
    for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd00::1'])
      expect(isAllowedAddress(address, allowed)).toBe(true)
    for (const address of ['10.2.0.1', '127.0.0.1', 'fc00::1']) expect(isAllowedAddress(address, allowed)).toBe(false)
  })
})

describe('a port that a webhook dials', () => {
  it.each([80, 443, 1024, 3000, 8080, 8443, 65_535])('%i is allowed', (port) => expect(isAllowedPort(port)).toBe(true))
  it.each([0, 21, 22, 23, 25, 53, 110, 143, 445, 587, 1023, 2049, 6000, 6667, 10_080])('%i is refused', (port) =>
    expect(isAllowedPort(port)).toBe(false),
  )
})
