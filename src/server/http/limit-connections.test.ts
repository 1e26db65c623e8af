import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openLog } from '../lib/log.ts'
import type { ConnectionLimits } from './create-http-server.ts'
import { createHttpServer } from './create-http-server.ts'
import { answerErrors } from './error-handler.ts'

const limits = { ofAddress: 20, all: 60, forDashboard: 10, forDashboardOfAddress: 3 }

/** A connection from this loopback address. */
interface Client {
  readonly socket: Socket
  /** Status of the response to a GET, or `closed`. */
  get(path: string): Promise<string>
}

/** Only Linux accepts every address of 127.0.0.0/8 without configuration. */
describe.skipIf(process.platform !== 'linux')('connections to the server', () => {
  const closing: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  async function listen(changed: Partial<ConnectionLimits> = {}, trustProxy: readonly string[] = []) {
    const http = createHttpServer({ trustProxy, rateLimitScale: 1 }, { ...limits, ...changed })
    answerErrors(http, {
      log: openLog('silent', 'json', () => {}),
      refusalDelay: () => undefined,
      failedSignIns: { note: () => {} },
      schema: { fault: () => undefined, check: async () => undefined },
    })
    http.get('/api/v1/anything', () => 'public')
    http.get('/dashboard', () => 'dashboard')
    const accepted = new Map<number, Socket>()
    http.server.on('connection', (socket: Socket) => accepted.set(socket.remotePort ?? 0, socket))
    await http.listen({ host: '0.0.0.0', port: 0 })
    closing.push(() => http.close())
    const { port } = http.server.address() as { port: number }
    const open = async (localAddress: string): Promise<Client | 'refused'> => {
      const socket = connect({ host: '127.0.0.1', port, localAddress })
      closing.push(() => socket.destroy())
      socket.on('error', () => {})
      await once(socket, 'connect')
      const client = { socket, get: (path: string) => get(socket, path) }
      return (await client.get('/dashboard')) === 'closed' ? 'refused' : client
    }
    const openMany = async (count: number, address: string) => {
      const opened = await Promise.all(Array.from({ length: count }, () => open(address)))
      return opened.filter((each): each is Client => each !== 'refused')
    }
    /** Closes them and waits until the server has noticed. */
    const leave = (clients: readonly Client[]) =>
      Promise.all(
        clients.map(({ socket }) => {
          const closed = once(accepted.get(socket.localPort ?? 0) ?? socket, 'close')
          socket.destroy()
          return closed
        }),
      )
    return { leave, open, openMany }
  }

  it('are twenty of one address where that is the limit; the next is closed at once, and others get in', async () => {
    const { open, openMany } = await listen()
    const first = await openMany(200, '127.0.0.2')
    expect(first).toHaveLength(20)
    expect(await open('127.0.0.2')).toBe('refused')
    const other = await open('127.0.0.3')
    expect(other).not.toBe('refused')
    expect(await Promise.all(first.map((client) => client.get('/api/v1/anything')))).toEqual(
      Array.from({ length: 20 }, () => '200'),
    )
  })

  it('are free again when they end', async () => {
    const { leave, open, openMany } = await listen()
    const first = await openMany(20, '127.0.0.2')
    await leave(first.slice(0, 1))
    expect(await open('127.0.0.2')).not.toBe('refused')
    expect(await open('127.0.0.2')).toBe('refused')
  })

  it('of a trusted proxy are its clients’: they count in all alone', async () => {
    const { openMany } = await listen({ all: 100 }, ['127.0.0.9'])
    expect(await openMany(40, '127.0.0.9')).toHaveLength(40)
    expect(await openMany(40, '127.0.0.8')).toHaveLength(20)
  })

  it('keep the last places for the dashboard, few of them for one address; the public API is answered 503 there', async () => {
    const { open, openMany } = await listen({ ofAddress: 100 })
    expect(await openMany(50, '127.0.0.2')).toHaveLength(50)
    expect(await openMany(50, '127.0.0.2')).toHaveLength(3)
    const manager = await open('127.0.0.3')
    if (manager === 'refused') throw new Error('the dashboard is refused')
    expect(await manager.get('/dashboard')).toBe('200')
    expect(await manager.get('/api/v1/anything')).toBe('503')
    expect(await manager.get('/dashboard')).toBe('closed')
    const many = await Promise.all([3, 4, 5, 6].map((n) => openMany(10, `127.0.0.${n}`)))
    expect(many.flat()).toHaveLength(7)
    expect(await open('127.0.0.7')).toBe('refused')
  })

  it('that came when all was full are served like others when there is room again', async () => {
    const { leave, open, openMany } = await listen({ ofAddress: 100 })
    const first = await openMany(50, '127.0.0.2')
    const late = await open('127.0.0.3')
    if (late === 'refused') throw new Error('the last places are refused')
    expect(await late.get('/dashboard')).toBe('200')
    await leave(first.slice(0, 5))
    expect(await late.get('/api/v1/anything')).toBe('200')
  })
})

/** Sends a request over the connection and keeps it open. */
function get(socket: Socket, path: string): Promise<string> {
  return new Promise((resolve) => {
    if (socket.destroyed) return resolve('closed')
    let text = ''
    const end = (said: string) => {
      socket.off('data', read).off('close', closed)
      resolve(said)
    }
    const closed = () => end('closed')
    const read = (chunk: Buffer) => {
      text += chunk.toString()
      const status = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]
      const length = /content-length: (\d+)/i.exec(text)?.[1]
      const body = text.split('\r\n\r\n')[1]
      if (status !== undefined && body !== undefined && body.length >= Number(length)) end(status)
    }
    socket.on('data', read).on('close', closed)
    return socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  })
}
