import type { Resolve } from '../../src/server/events/webhooks/send/connect.ts'
import { openSender } from '../../src/server/events/webhooks/send/send.ts'
import { parseNetwork } from '../../src/server/lib/canonical.ts'
import { startReceiver } from '../../test/harness/webhook-receiver.ts'
import { startChild } from '../child.ts'
import { atLeast, atMost, none, type Row } from '../figure.ts'
import { seededRandom, shuffled } from '../statistics.ts'
import { decoyHost, forbiddenAddresses, oddHosts, spellingsOfLoopback } from './ssrf-addresses.ts'

const random = seededRandom(11)
/** The decoy stands for the public internet: a permitted receiver, from which redirects and DNS rebinding start. */
const allowed = [parseNetwork(`${decoyHost}/32`)].filter((network) => network !== undefined)
const atOnce = 32

/** One attempt: the webhook URL that a developer sets, and what names resolve to at that moment. */
interface Try {
  readonly url: string
  readonly resolve?: Resolve
}

export async function ssrf(): Promise<readonly Row[]> {
  const canary = await startReceiver()
  // A separate process: what it sends must not count as memory of the sender.
  const decoy = startChild<number, number>('./faults/ssrf-decoy.ts')
  await decoy.ask(canary.port)
  let before = 0
  let tries = 0
  let reachedDecoy = 0
  try {
    const names = new Map<string, Resolve>()
    const resolve: Resolve = (name) => names.get(name)?.(name) ?? Promise.resolve(['127.0.0.1'])
    const sender = openSender({ resolve, allowed, timeoutMs: 1_000 })
    const all = allTries(canary.port, names)
    let queue: Try[] = []
    const work = async () => {
      for (let one = queue.pop(); one !== undefined; one = queue.pop()) {
        tries += 1
        const { code } = await sender.send({
          url: one.url,
          headers: { 'content-type': 'application/json' },
          body: '{}',
        })
        if (code !== null) reachedDecoy += 1
      }
    }
    // All of them three times: the memory growth of a process during warm-up says nothing about leaks.
    for (let round = 0; round < 3; round += 1) {
      before = process.memoryUsage().rss
      queue = shuffled(all, random)
      await Promise.all(Array.from({ length: atOnce }, work))
    }
    await sender.close()
  } finally {
    await canary.close()
    await decoy.stop()
  }
  const grownMiB = (process.memoryUsage().rss - before) / 2 ** 20
  return [
    { name: 'tries', values: [tries], digits: 0, target: atLeast(3_000) },
    none('requests that reached the canary', canary.received.length),
    { name: 'tries that reached the allowed decoy, as they should', values: [reachedDecoy], digits: 0 },
    { name: 'memory grown by the third time, MiB', values: [grownMiB], digits: 0, target: atMost(50) },
  ]
}

function allTries(canary: number, names: Map<string, Resolve>): Try[] {
  const canaryUrl = (host: string, scheme = 'http') => `${scheme}://${host}:${canary}/`
  const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address)
  const named = (resolve: Resolve): string => {
    const name = `n${names.size}.test`
    names.set(name, resolve)
    return name
  }
  const literals = forbiddenAddresses.flatMap((address) =>
    ['http', 'https'].flatMap((scheme) => [
      canaryUrl(bracketed(address), scheme),
      `${scheme}://${bracketed(address)}/`,
      canaryUrl(
        named(async () => [address]),
        scheme,
      ),
      canaryUrl(
        named(async () => [decoyHost, address]),
        scheme,
      ),
      canaryUrl(
        named(async () => [address, decoyHost]),
        scheme,
      ),
    ]),
  )
  const odd = [...oddHosts, ...spellingsOfLoopback(random, 900)].flatMap((host) => [canaryUrl(host), `http://${host}/`])
  // One name, resolved a thousand times, alternating between the decoy and this machine.
  let asked = 0
  const flipping = named(async () => {
    asked += 1
    return [asked % 2 === 0 ? '127.0.0.1' : decoyHost]
  })
  const flips = Array.from({ length: 1_000 }, () => canaryUrl(flipping))
  const redirects = [301, 302, 303, 307, 308].flatMap((code) =>
    [...oddHosts.filter((odd) => /^[!-~]+$/.test(odd)), '127.0.0.1', 'localhost', '169.254.169.254'].map(
      (host) => `http://${decoyHost}:${canary}/redirect/${code}/${encodeURIComponent(host)}`,
    ),
  )
  const endless = ['drip', 'flood', 'bomb'].flatMap((kind) =>
    Array.from({ length: 5 }, () => `http://${decoyHost}:${canary}/${kind}`),
  )
  return [...literals, ...odd, ...flips, ...redirects, ...endless]
    .filter((url) => URL.canParse(url))
    .map((url) => ({ url }))
}
