import { once } from 'node:events'
import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { answerMessages } from '../child.ts'
import { decoyHost } from './ssrf-addresses.ts'

/** A permitted but hostile receiver, on the same port as the canary: `startChild('./faults/ssrf-decoy.ts')`. */
answerMessages(async (canary: number): Promise<number> => {
  const bomb = gzipSync(Buffer.alloc(2 ** 20))
  const server = createServer((request, response) => {
    const [, kind, code, host = ''] = (request.url ?? '').split('/')
    response.setHeader('connection', 'close')
    if (kind === 'redirect') {
      response.writeHead(Number(code), { location: `http://${decodeURIComponent(host)}:${canary}/` }).end()
    } else if (kind === 'drip') {
      const timer = setInterval(() => response.write('.'), 50)
      response.on('close', () => clearInterval(timer))
    } else if (kind === 'flood' || kind === 'bomb') {
      if (kind === 'bomb') response.setHeader('content-encoding', 'gzip')
      const chunk = kind === 'bomb' ? bomb : Buffer.alloc(64 * 1024, 'x')
      const write = () => {
        while (!response.destroyed && response.write(chunk)) {
          // as much as the other side reads
        }
      }
      response.on('drain', write)
      write()
    } else response.end('ok')
  })
  // The canary's port: a request that reaches the decoy's address gets a response, and so would one that reaches the
  // canary's.
  server.listen(canary, decoyHost)
  await once(server, 'listening')
  return canary
})
