import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** An address in front of a server that can be switched off: then connections are refused, and open ones break. */
export interface SwitchedServer {
  readonly origin: string
  /** Everything that clients have sent, as bytes on the wire. */
  sent(): string
  goDown(): Promise<void>
  comeBack(): Promise<void>
}

export async function startSwitchedServer(serverOrigin: string): Promise<SwitchedServer> {
  const { port: serverPort } = new URL(serverOrigin)
  const open = new Set<Socket>()
  let sent = ''
  const server = createServer((client) => {
    const upstream = connect(Number(serverPort), '127.0.0.1')
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {}).on('close', () => open.delete(socket))
    }
    client.on('data', (bytes) => {
      sent += bytes.toString('latin1')
    })
    client.pipe(upstream).pipe(client)
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  return {
    origin: `http://127.0.0.1:${port}`,
    sent: () => sent,
    async goDown() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
    async comeBack() {
      if (!server.listening) await listen(port)
    },
  }
}
