import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The canonical form in which usernames, emails, hardware IDs and blacklist entries are compared: without regard to
 * case, width, Unicode composition and invisible characters. Similar letters of different scripts stay different.
 */
export function canonical(text: string): string {
  // Fast path: several calls per login, nearly always with plain ASCII, for which the rest gives the same.
  if (/^[!-~]*$/.test(text)) return text.toLowerCase()
  const visible = text.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
  return visible.trim().toLowerCase().normalize('NFKC')
}

interface Address {
  readonly family: 4 | 6
  readonly value: bigint
}

/** A network in CIDR form; created by `parseNetwork` only. */
export interface Network extends Address {
  /** Number of host bits. */
  readonly hostBits: bigint
  /** Canonical text. */
  readonly text: string
}

/** Canonical text of an address, IPv4-mapped IPv6 as IPv4; undefined when it is none. */
export function canonicalIp(text: string): string | undefined {
  return parseIp(text)?.toString()
}

/** Parses an address or a network in CIDR form; undefined when it is none. */
export function parseNetwork(text: string): Network | undefined {
  const [start = '', length, ...rest] = text.trim().split('/')
  const ip = parseIp(start)
  if (!ip || rest.length > 0) return undefined
  const { family, value } = toAddress(ip)
  const bits = family === 4 ? 32 : 128
  // the prefix of an IPv4-mapped network includes 96 bits before the IPv4 address
  const mappedBits = family === 4 && isIP(start) === 6 ? 96 : 0
  const prefix = length === undefined ? bits : prefixLength(length) - mappedBits
  if (!(prefix >= 0 && prefix <= bits)) return undefined
  const hostBits = BigInt(bits - prefix)
  const first = (value >> hostBits) << hostBits
  return { family, value: first, hostBits, text: write(family, first) + (prefix === bits ? '' : `/${prefix}`) }
}

/** Whether the address is in the network, in any spelling. */
export function networkMatches(network: Network, ip: string): boolean {
  const address = addressOf(ip)
  return (
    address !== undefined &&
    address.family === network.family &&
    address.value >> network.hostBits === network.value >> network.hostBits
  )
}

/**
 * The key of an address in rate limits: the IPv4 address, or the /64 of an IPv6 address, within which a customer can
 * pick any address.
 */
export function ipLimiterKey(ip: string): string {
  // Fast path: called on every request, nearly always with an IPv4 address.
  if (!ip.includes(':')) return ip
  const address = addressOf(ip)
  if (!address) return ip
  return address.family === 4 ? write(4, address.value) : `${write(6, (address.value >> 64n) << 64n)}/64`
}

/** Whether a hardware ID identifies no device, because many devices have the same one. */
export function isPlaceholderHwid(text: string): boolean {
  const letters = canonical(text).replace(/[^\p{Letter}\p{Number}]/gu, '')
  return /^(0*|f+|x+)$/.test(letters) || placeholders.has(letters)
}

/** What vendors of boards and adapters leave in place of a serial number, without spaces and punctuation. */
const placeholders: ReadonlySet<string> = new Set([
  'tobefilledbyoem',
  'defaultstring',
  'systemserialnumber',
  'baseboardserialnumber',
  'chassisserialnumber',
  'notspecified',
  'notapplicable',
  'notavailable',
  'none',
  'null',
  'undefined',
  'unknown',
  'na',
  'oem',
  '0123456789',
  '123456789',
  '1234567890',
  '03000200040005000006000700080009',
  '020000000000',
])

/** Only standard notation: the library alone also accepts 0x7f.1 and 2130706433. */
function parseIp(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const trimmed = text.trim()
  if (isIP(trimmed) === 0) return undefined
  const [withoutZone = ''] = trimmed.split('%')
  return ipaddr.process(withoutZone)
}

function toAddress(ip: ipaddr.IPv4 | ipaddr.IPv6): Address {
  const hex = Buffer.from(ip.toByteArray()).toString('hex')
  return { family: ip.kind() === 'ipv4' ? 4 : 6, value: BigInt(`0x${hex}`) }
}

function write(family: 4 | 6, value: bigint): string {
  const hex = value.toString(16).padStart(family === 4 ? 8 : 32, '0')
  return ipaddr.fromByteArray([...Buffer.from(hex, 'hex')]).toString()
}

function prefixLength(text: string): number {
  return /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN
}

/** Caches the last address: one address is compared with many networks in a row. */
let last: { readonly text: string; readonly address: Address | undefined } | undefined

function addressOf(text: string): Address | undefined {
  if (last?.text !== text) {
    const ip = parseIp(text)
    last = { text, address: ip && toAddress(ip) }
  }
  return last.address
}
