import { lookup, Resolver } from 'node:dns/promises'
import { isIP, type Socket } from 'node:net'
import { buildConnector } from 'undici'
import type { Network } from '../../../lib/canonical.ts'
import { isAllowedAddress, isAllowedPort } from './allowed-address.ts'

/** The receiver's address or port is not allowed. */
export class ReceiverRefused extends Error {
  override readonly name = 'ReceiverRefused'
}

export interface ConnectOptions {
  readonly resolve: Resolve
  readonly allowed: readonly Network[]
  readonly timeoutMs: number
}

type Connect = buildConnector.connector
type Target = buildConnector.Options

/**
 * Checks every resolved address at connect time, IP literals too (SSRF, DNS rebinding): an earlier check would say
 * nothing about the address that is dialed. One forbidden address rejects the whole name. TLS and the Host header use
 * the name.
 */
export function connector({ resolve, allowed, timeoutMs }: ConnectOptions): Connect {
  const dial = buildConnector({ allowH2: false, timeout: timeoutMs })

  const open = async (target: Target): Promise<Socket> => {
    const port = Number(target.port || (target.protocol === 'https:' ? 443 : 80))
    if (!isAllowedPort(port)) throw new ReceiverRefused(`Port not allowed: ${port}.`)
    const addresses = isIP(target.hostname) ? [target.hostname] : await resolve(target.hostname)
    const refused = addresses.find((address) => !isAllowedAddress(address, allowed))
    if (refused !== undefined || addresses.length === 0) throw addressRefused(refused)
    const socket = await dialFirst(dial, target, addresses)
    if (isAllowedAddress(socket.remoteAddress ?? '', allowed)) return socket
    socket.destroy()
    throw addressRefused(socket.remoteAddress)
  }

  return (target, callback) => {
    open(target).then(
      (socket) => callback(null, socket),
      (error: Error) => callback(error, null),
    )
  }
}

/** Connects to the first address that accepts; throws the last error when none does. */
async function dialFirst(dial: Connect, target: Target, addresses: readonly string[]): Promise<Socket> {
  let failure: unknown
  for (const address of addresses) {
    try {
      return await dialOne(dial, target, address)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function dialOne(dial: Connect, { servername: _, ...target }: Target, address: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    dial({ ...target, hostname: address }, (error, socket) => {
      if (error) reject(error)
      else resolve(socket)
    })
  })
}

function addressRefused(address: string | undefined): ReceiverRefused {
  return new ReceiverRefused(
    `Address not allowed: ${address ?? 'none'}. To allow endpoints in your own network, set WEBHOOK_ALLOW_CIDRS.`,
  )
}

/** Every address of a name. */
export type Resolve = (hostname: string) => Promise<readonly string[]>

/** Timeout of one DNS query, which is tried twice. */
const queryTimeoutMs = 3_000

/**
 * Resolves without the libuv thread pool: with `lookup`, a dead name server would block one of its four threads. Names
 * that DNS does not know are looked up by the system, which also reads the hosts file.
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
