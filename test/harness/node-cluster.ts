import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'
import { type RunningProxy, startProxy } from './proxies.ts'
import { type RunningServer, startServer } from './start-server.ts'
import { openSwallowingProxy, type SwallowingProxy } from './swallowing-proxy.ts'

/** Three servers behind HAProxy, each with a network of its own to the database. */
export interface NodeCluster {
  readonly proxy: RunningProxy
  readonly nodes: readonly ClusterNode[]
  stop(): Promise<void>
}

interface ClusterNode {
  server(): RunningServer
  /** SIGKILL, then a start as a service manager would: until it succeeds. Resolves when it is ready. */
  kill(): Promise<void>
  /** SIGTERM, then a start, of another program if one is given. Resolves when HAProxy can have noticed that it is ready. */
  restart(program?: string): Promise<void>
  /** From now on no byte passes between it and any host of the database; returns a function that ends this. */
  cutNetwork(): () => void
}

interface ClusterOptions {
  /** Addresses of the database's hosts, each with the name of the database. */
  readonly databaseUrls: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** How far the clock of the last node's machine is ahead, at each of its starts in turn. */
  readonly skewsMs?: readonly number[]
  /** How often HAProxy asks a node whether it is ready; without it as in the recipe, every second. */
  readonly checkMs?: number
  /** The server's main file; without it the repository's own. */
  readonly program?: string
}

const count = 3
const masterKey = 'a master key that all nodes of a test share'
const fastClock = fileURLToPath(new URL('./fast-clock.ts', import.meta.url))
const firstStarts = 60

export async function startNodeCluster(options: ClusterOptions): Promise<NodeCluster> {
  const { databaseUrls, env, skewsMs = [], program, checkMs = 1_000 } = options
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const shared = { MASTER_KEY: masterKey, TRUST_PROXY: '127.0.0.1', ...env }
  const open = (port: number, index: number) =>
    openNode(databaseUrls, port, {
      env: { ...shared, NODE_NAME: `node${index + 1}` },
      hasOwner: index === 0,
      skewsMs: index === count - 1 ? skewsMs : [],
      program,
      noticedMs: 1.5 * checkMs,
    })
  const [first, ...others] = ports
  if (first === undefined) throw new Error('no port')
  const nodes = [await open(first, 0)]
  nodes.push(...(await Promise.all(others.map((port, index) => open(port, index + 1)))))
  const [origin = '', ...origins] = nodes.map((node) => node.server().origin)
  const proxy = await startProxy('haproxy', origin, { others: origins, checkMs })
  return {
    proxy,
    nodes,
    async stop() {
      await proxy.stop()
      await Promise.all(nodes.map((node) => node.stop()))
    },
  }
}

interface NodeOptions {
  readonly env: Readonly<Record<string, string>>
  readonly hasOwner: boolean
  readonly skewsMs: readonly number[]
  readonly program: string | undefined
  /** HAProxy believes the first good answer, which it gets within this time. */
  readonly noticedMs: number
}

async function openNode(databaseUrls: readonly string[], port: number, options: NodeOptions) {
  const { env, hasOwner, skewsMs, noticedMs } = options
  const networks = await Promise.all(databaseUrls.map(openSwallowingProxy))
  const url = severalHosts(networks)
  let starts = 0
  let { program } = options
  const start = () => {
    const skewMs = skewsMs[starts % skewsMs.length]
    starts += 1
    const clock = skewMs === undefined ? {} : { NODE_OPTIONS: `--import=${fastClock}`, FAST_CLOCK_MS: String(skewMs) }
    return startServer({
      port,
      hasOwner,
      ...(program !== undefined && { program }),
      env: { ...env, ...clock, DATABASE_URL: url },
    })
  }
  let server = await start()
  const startAgain = async () => {
    for (let tries = 1; ; tries += 1) {
      try {
        server = await start()
        break
      } catch (error) {
        if (tries === firstStarts) throw error
        await sleep(1_000)
      }
    }
    while ((await fetch(`${server.origin}/readyz`)).status !== 200) await sleep(50)
    await sleep(noticedMs)
  }
  return {
    server: () => server,
    async kill() {
      await server.kill()
      await startAgain()
    },
    async restart(next = program) {
      program = next
      await server.stop()
      if (server.process.exitCode !== 0) throw new Error(`a node ended with ${server.process.exitCode}`)
      await startAgain()
    },
    cutNetwork() {
      for (const network of networks) network.swallow()
      return () => {
        for (const network of networks) network.passOn()
      }
    },
    async stop() {
      await server.stop()
      await Promise.all(networks.map((network) => network.close()))
    },
  }
}

/** The form of libpq: one address with all hosts, of which the primary is to be taken. */
function severalHosts(networks: readonly SwallowingProxy[]): string {
  const [first, ...others] = networks.map(({ url }) => new URL(url))
  if (!first) throw new Error('no database')
  if (others.length === 0) return first.href
  const hosts = [first, ...others].map(({ host }) => host).join(',')
  return `${first.protocol}//${first.username}@${hosts}${first.pathname}?target_session_attrs=read-write`
}
