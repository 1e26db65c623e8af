import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The form by which names, e-mails, hardware ids and what blocks them are compared: without regard to case, width,
 * composition and characters nobody sees. Letters of different scripts that look alike stay different.
 */
export function canonical(text: string): string {
  // Asked several times a login, nearly always with plain text, for which the rest comes to just this.
  if (/^[!-~]*$/.test(text)) return text.toLowerCase()
  const visible = text.normalize('NFKC').replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
  return visible.trim().toLowerCase().normalize('NFKC')
}

interface Address {
  readonly family: 4 | 6
  readonly value: bigint
}

/** One address or a range of them; made by parseNetwork alone. */
export interface Network extends Address {
  /** How many of the last bits may differ. */
  readonly hostBits: bigint
  /** The one way in which this network is written. */
  readonly text: string
}

/** The one way in which an address is written, IPv4 also when it came mapped into IPv6; undefined when it is none. */
export function canonicalIp(text: string): string | undefined {
  return parseIp(text)?.toString()
}

/** An address or a range in CIDR form; undefined when it is none. */
export function parseNetwork(text: string): Network | undefined {
  const [start = '', length, ...rest] = text.trim().split('/')
  const ip = parseIp(start)
  if (!ip || rest.length > 0) return undefined
  const { family, value } = toAddress(ip)
  const bits = family === 4 ? 32 : 128
  // a mapped range counts the 96 bits in front of the IPv4 address
  const mappedBits = family === 4 && isIP(start) === 6 ? 96 : 0
  const prefix = length === undefined ? bits : prefixLength(length) - mappedBits
  if (!(prefix >= 0 && prefix <= bits)) return undefined
  const hostBits = BigInt(bits - prefix)
  const first = (value >> hostBits) << hostBits
  return { family, value: first, hostBits, text: write(family, first) + (prefix === bits ? '' : `/${prefix}`) }
}

/** Whether the address lies in the network, in whatever spelling it comes. */
export function networkMatches(network: Network, ip: string): boolean {
  const address = addressOf(ip)
  return (
    address !== undefined &&
    address.family === network.family &&
    address.value >> network.hostBits === network.value >> network.hostBits
  )
}

/** Whom a limit counts: an IPv4 address, or the /64 of an IPv6 one, in which a customer may pick any address. */
export function ipLimiterKey(ip: string): string {
  // Asked at every public call, nearly always with an IPv4 address as the socket writes it.
  if (!ip.includes(':')) return ip
  const address = addressOf(ip)
  if (!address) return ip
  return address.family === 4 ? write(4, address.value) : `${write(6, (address.value >> 64n) << 64n)}/64`
}

/** Whether a hardware id says nothing about a machine, because many carry the same one. */
export function isPlaceholderHwid(text: string): boolean {
  const letters = canonical(text).replace(/[^\p{Letter}\p{Number}]/gu, '')
  return /^(0*|f+|x+)$/.test(letters) || placeholders.has(letters)
}

/** What makers of boards and adapters leave in place of a serial number, without spaces and punctuation. */
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

/** Only what the system itself takes for an address: the library alone also reads 0x7f.1 and 2130706433 as one. */
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

/** One caller is compared with many networks in a row, so its address is parsed once. */
let last: { readonly text: string; readonly address: Address | undefined } | undefined

function addressOf(text: string): Address | undefined {
  if (last?.text !== text) {
    const ip = parseIp(text)
    last = { text, address: ip && toAddress(ip) }
  }
  return last.address
}
