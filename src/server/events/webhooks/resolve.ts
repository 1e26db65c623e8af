import { lookup, Resolver } from 'node:dns/promises'

/** Every address of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/** Of a name server that is not there a delivery learns within this, twice. */
const queryTimeoutMs = 3_000

/**
 * Asks the name servers without a thread: the system's own resolver takes one of four for as long as a dead name server
 * lets it wait. What no name server knows is asked of the system, which also reads the hosts file.
 */
export function openResolve(): Resolve {
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: 2 })
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    const reasons = answers.map((answer) => (answer.status === 'rejected' ? codeOf(answer.reason) : ''))
    if (!reasons.every((code) => code === 'ENOTFOUND' || code === 'ENODATA')) throw new Error(reasons.join(' '))
    return (await lookup(hostname, { all: true })).map(({ address }) => address)
  }
}

const codeOf = (error: unknown) => String((error as NodeJS.ErrnoException).code)
