import { isIP } from 'node:net'

/** The WebAuthn relying party: its RP ID (host name) and the allowed origins. */
export interface RelyingParty {
  readonly host: string
  readonly origins: readonly string[]
}

/**
 * Browsers bind passkeys to a host name, never to an IP address. On the own machine that is `localhost`, which reaches
 * the same server as the loopback address. Undefined if the server is known by another IP address only.
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
