/** Addresses that webhooks never reach: this machine, private networks and cloud metadata, IPv4 and IPv6. */
export const forbiddenAddresses = [
  ...['127.0.0.1', '127.1.2.3', '0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '169.254.170.2', '100.64.0.1', '100.100.100.200', '192.0.0.1', '192.0.0.192', '192.0.2.1'],
  ...['198.51.100.1', '203.0.113.1', '198.18.0.1', '192.88.99.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...['168.63.129.16', '::', '::1', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::ffff:10.0.0.1', '::127.0.0.1'],
  ...['::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::a9fe:a9fe', '2002:7f00:1::'],
  ...['2002:a9fe:a9fe::', '2001:0:7f00:1::1', 'fe80::1', 'febf::1', 'fec0::1', 'fc00::1', 'fd00:ec2::254'],
  ...['fd20:ce::254', 'ff02::1', '2001:db8::1', '3fff::1', '100::1', '5f00::1'],
]

/** Spellings that bypass checks of the text. */
export const oddHosts = [
  '0x7f.1',
  '2130706433',
  '017700000001',
  '127.1',
  '①②⑦.⓪.⓪.①',
  '[::ffff:127.0.0.1]',
  '[0:0:0:0:0:ffff:7f00:1]',
  'localhost.',
  'LOCALHOST',
  '127.0.0.1.nip.io',
  'user:pass@10.0.0.1@evil.test',
  'evil.test\\@127.0.0.1',
  '127。0。0。1',
  '[::1%25lo]',
]

/** This machine's address with merged parts, in decimal, octal or hexadecimal, or embedded in an IPv6 address. */
export function spellingsOfLoopback(random: () => number, count: number): string[] {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
  const written = (value: number) => pick([String(value), `0${value.toString(8)}`, `0x${value.toString(16)}`])
  return Array.from({ length: count }, () => {
    const last = 1
    const parts = pick([[127, 0, 0, last], [127, 0, last], [127, last], [127 * 2 ** 24 + last]])
    if (random() < 0.7) return parts.map(written).join('.')
    return pick([`[::ffff:7f00:${last.toString(16)}]`, `[::ffff:127.0.0.${last}]`, `[0:0:0:0:0:ffff:7f00:${last}]`])
  })
}

/** Stands for the public internet: an address of this machine that the tested sender may reach. */
export const decoyHost = '127.0.0.2'
