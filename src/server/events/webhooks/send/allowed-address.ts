import ipaddr from 'ipaddr.js'
import { type Network, networkMatches, parseNetwork } from '../../../lib/canonical.ts'

/** The IANA special-purpose blocks, and the address at which Azure's machines reach their host. */
const specialIpv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
].map(network)

/** IPv6 is an allowlist of global unicast, so new special-purpose blocks are rejected before they are listed here. */
const publicIpv6 = network('2000::/3')
const specialIpv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '2620:4f:8000::/48'].map(network)

/** Whether a webhook may be sent to the address: a public one, or one in a network that the installation allows. */
export function isAllowedAddress(address: string, allowed: readonly Network[]): boolean {
  if (!ipaddr.isValid(address)) return false
  // An IPv4-mapped IPv6 address counts as the IPv4 address.
  const ip = ipaddr.process(address.split('%')[0] ?? '')
  const text = ip.toString()
  const isIn = (block: Network) => networkMatches(block, text)
  if (allowed.some(isIn)) return true
  if (ip.kind() === 'ipv4') return !specialIpv4.some(isIn)
  return isIn(publicIpv6) && !specialIpv6.some(isIn)
}

/** The bad ports of the Fetch standard, which belong to other protocols. Those below 1024 are rejected anyway. */
const badPorts = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/** Whether a webhook may be sent to the port. */
export function isAllowedPort(port: number): boolean {
  return port === 80 || port === 443 || (port >= 1024 && !badPorts.has(port))
}

function network(text: string): Network {
  const parsed = parseNetwork(text)
  if (!parsed) throw new Error(`${text} is not a network`)
  return parsed
}
