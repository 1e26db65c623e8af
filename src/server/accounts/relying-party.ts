import { isIP } from 'node:net'

/** Who passkeys are made for: the host name, and the addresses under which pages of this server may ask for them. */
export interface RelyingParty {
  readonly host: string
  readonly origins: readonly string[]
}

/**
 * Browsers bind passkeys to a host name, never to an address. On the own machine that is `localhost`, which leads to the
 * same server as the loopback address; undefined where the server is known by another address alone.
 */
export function relyingParty(ownOrigin: string): RelyingParty | undefined {
  const { hostname, protocol, port } = new URL(ownOrigin)
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
  if (isLoopback) {
    const suffix = port === '' ? '' : `:${port}`
    return { host: 'localhost', origins: [`${protocol}//localhost${suffix}`] }
  }
  if (protocol !== 'https:' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined
  return { host: hostname, origins: [ownOrigin] }
}
