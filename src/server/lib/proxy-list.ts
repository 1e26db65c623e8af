import { parseNetwork } from './canonical.ts'

/**
 * Parses the networks of trusted proxies. Neither `true` nor a number of hops is accepted: `true` would trust any
 * X-Forwarded-For that a client sends, and a hop count can't tell a proxy from a client.
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
  if (/^(true|yes|on|\*|.*\/0+)$/i.test(part)) {
    return "must list your proxies' addresses: trusting everybody lets any client choose the address it is known by"
  }
  if (/^\d+$/.test(part)) return "must list your proxies' addresses: a number of hops can't tell a proxy from a client"
  return parseNetwork(part) ? undefined : 'must hold IP addresses or networks like 10.0.0.0/8'
}
