import type { IncomingMessage, Server } from 'node:http'
import ipaddr from 'ipaddr.js'
import { canonicalIp, networkMatches, parseNetwork } from '../lib/canonical.ts'
import type { Log } from '../lib/log.ts'
import { forwardedBy } from './client-ip.ts'

/** Networks in which a proxy stands. From anywhere else, a client could have written the header. */
const nearby: ReadonlySet<string> = new Set(['private', 'loopback', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'])

/** A proxy that sends X-Forwarded-For and is not named in TRUST_PROXY: all of its clients count as one address. */
export interface UntrustedProxy {
  /** Its address; undefined: none was seen since the start. */
  seen(): string | undefined
}

/** Looks at requests until one came from such a proxy, and logs it once. */
export function watchProxies(server: Server, trustProxy: readonly string[], log: Log): UntrustedProxy {
  const trusted = trustProxy.flatMap((text) => parseNetwork(text) ?? [])
  /** The last address that needed no look, since it is mostly the same. */
  let looked: string | undefined
  let seen: string | undefined
  const look = (request: IncomingMessage) => {
    const remoteAddress = forwardedBy(request)
    if (remoteAddress === undefined || remoteAddress === looked) return
    looked = remoteAddress
    const address = canonicalIp(remoteAddress)
    if (address === undefined || !nearby.has(ipaddr.process(address).range())) return
    if (trusted.some((network) => networkMatches(network, address))) return
    seen = address
    server.off('request', look)
    log.warn('X-Forwarded-For is not believed: if this is your proxy, name its address in TRUST_PROXY', { address })
  }
  server.on('request', look)
  return { seen: () => seen }
}
