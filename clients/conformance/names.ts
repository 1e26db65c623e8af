import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('names.c', import.meta.url))
const compiled = new Set<string>()

/** Listens at the IPv6 address, and is stopped before it takes a connection. */
const deadServer = (port: number) =>
  `require('node:net').createServer().listen({ port: ${port}, host: '::1', backlog: 1 }, () => console.log('listens'))`

const longEnoughMs = 500

/**
 * A name with two addresses: at the first nobody ever answers, not even to say that nobody is there, and the second is
 * 127.0.0.1, with the server at this port.
 */
export async function deadAddress(port: number, buildFolder: string) {
  const library = join(buildFolder, 'names.so')
  if (!compiled.has(library)) {
    execFileSync('gcc', ['-shared', '-fPIC', '-O1', '-Wall', '-Werror', '-o', library, source, '-ldl'])
    compiled.add(library)
  }
  const dead = spawn(process.execPath, ['-e', deadServer(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(dead.stdout, 'data')
  dead.kill('SIGSTOP')
  const waiting = await fillQueue(port)
  return {
    origin: `http://two-addresses.test:${port}`,
    // a library before the sanitizers' is no fault here
    // Go asks name servers by itself where it can
    env: { LD_PRELOAD: library, GODEBUG: 'netdns=cgo', ASAN_OPTIONS: 'verify_asan_link_order=0' },
    close: async () => {
      for (const socket of waiting) socket.destroy()
      const ended = once(dead, 'exit')
      dead.kill('SIGKILL')
      await ended
    },
  }
}

/** The system takes some connections for a server that does not; from then on it leaves those who ask without an answer. */
async function fillQueue(port: number): Promise<readonly Socket[]> {
  const sockets: Socket[] = []
  for (let isFull = false; !isFull; ) {
    const socket = connect(port, '::1').on('error', () => {})
    sockets.push(socket)
    isFull = await Promise.race([
      once(socket, 'connect').then(() => false),
      new Promise<boolean>((resolve) => setTimeout(resolve, longEnoughMs, true)),
    ])
  }
  return sockets
}
