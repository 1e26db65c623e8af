import { isIP } from 'node:net'

/**
 * Networks whose word about a client's address is believed. Neither `true` nor a number of hops is taken: the one would
 * believe whatever a client types into X-Forwarded-For, the other believes nobody.
 */
export function parseProxies(list: string): { networks: string[]; problems: string[] } {
  const networks: string[] = []
  const problems: string[] = []
  for (const part of list.split(',').map((entry) => entry.trim())) {
    if (part === '') continue
    const problem = problemOf(part)
    if (problem === undefined) networks.push(part)
    else problems.push(problem)
  }
  return { networks, problems }
}

function problemOf(part: string): string | undefined {
  if (/^(true|yes|on|\*)$/i.test(part)) {
    return "must list your proxies' addresses: trusting everybody lets any client choose the address it is known by"
  }
  if (/^\d+$/.test(part)) return "must list your proxies' addresses: a number of hops can't tell a proxy from a client"
  const [address = '', prefix, ...rest] = part.split('/')
  const family = isIP(address)
  const isPrefix = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32))
  if (family === 0 || !isPrefix || rest.length > 0) return 'must hold IP addresses or networks like 10.0.0.0/8'
  if (prefix !== undefined && Number(prefix) === 0) {
    return 'must not hold a network of every address: any client could choose the address it is known by'
  }
  return undefined
}
