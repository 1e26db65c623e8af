import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { answerMessages } from './child.ts'

export type ListenCall =
  | { readonly open: { readonly port: number; readonly cookies: readonly string[] } }
  /** Waits for one more message on every stream. */
  | { readonly next: true }

interface Listener {
  readonly socket: Socket
}

const word = Buffer.from('event: changed')
/** Streams opened at once: the server's queue of new connections is not what is measured. */
const atOnce = 50

let listeners: Listener[] = []
let onMessage = (_listener: Listener) => {}

/** Many subscribers of the live stream; each call returns the time at which the last of them had the message. */
answerMessages(async (call: ListenCall): Promise<number> => {
  if ('open' in call) await openAll(call.open.port, call.open.cookies)
  else await nextOnAll()
  return performance.timeOrigin + performance.now()
})

async function openAll(port: number, cookies: readonly string[]): Promise<void> {
  for (let start = 0; start < cookies.length; start += atOnce) {
    const opened = await Promise.all(cookies.slice(start, start + atOnce).map((cookie) => open(port, cookie)))
    listeners = [...listeners, ...opened]
  }
}

async function open(port: number, cookie: string): Promise<Listener> {
  const socket = createConnection(port, '127.0.0.1')
  await once(socket, 'connect')
  const listener: Listener = { socket }
  const opened = once(socket, 'data')
  socket.on('data', (chunk: Buffer) => {
    if (!chunk.includes(word)) return
    onMessage(listener)
  })
  socket.write(`GET /api/events HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: sid=${cookie}\r\n\r\n`)
  const [answer] = (await opened) as [Buffer]
  if (!answer.includes('200 OK')) throw new Error(`the stream was refused: ${answer.toString().slice(0, 200)}`)
  return listener
}

async function nextOnAll(): Promise<void> {
  const missing = new Set(listeners)
  await new Promise<void>((resolve) => {
    onMessage = (listener) => {
      if (missing.delete(listener) && missing.size === 0) resolve()
    }
  })
}
