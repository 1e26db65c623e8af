import type { ServerResponse } from 'node:http'
import type { DiskLevel, LiveChange } from '../../../shared/live.ts'
import type { LiveMessage } from '../../events/live-bus.ts'
import { requestIdHeader, shortRequestId } from '../../http/request-id.ts'

/** One subscriber's stream of server-sent events. */
export interface EventStream {
  send(message: LiveMessage): void
  /** Tells the client to refetch everything, outside the messages. */
  refetch(): void
  /** Tells the room on the disk, outside the messages. */
  disk(level: DiskLevel): void
  /** A comment line, which clients ignore: it keeps proxies from closing an idle stream. */
  comment(): void
  lastSentMs(): number
  end(): void
}

/** With more applications than this in one message, the client refetches everything. */
const maxChanges = 100
/** A client that is slower than this misses messages, and refetches everything once it has caught up. */
const maxBufferedBytes = 64 * 1024

export function openEventStream(response: ServerResponse, position: string, requestId: string): EventStream {
  let lastSentMs = performance.now()
  let hasMissed = false
  const send = (bytes: Buffer) => {
    lastSentMs = performance.now()
    response.write(bytes)
  }
  // The connection closes with the stream, so no chunked encoding is needed: all subscribers share one buffer per
  // message.
  response.useChunkedEncodingByDefault = false
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    [requestIdHeader]: shortRequestId(requestId),
  })
  send(Buffer.from(`: open\nretry: 2000\nid: ${position}\n\n`))
  return {
    send(message) {
      if (response.writableLength > maxBufferedBytes) {
        hasMissed = true
        return
      }
      send(hasMissed ? refetch(message.id) : encode(message))
      hasMissed = false
    },
    // Without an ID: the client goes on resuming from the last message.
    refetch: () => send(refetchAll),
    disk: (level) => send(Buffer.from(`event: disk\ndata: "${level}"\n\n`)),
    comment() {
      if (response.writableLength <= maxBufferedBytes) send(keepAliveComment)
    },
    lastSentMs: () => lastSentMs,
    end: () => void response.end(),
  }
}

const refetchAll = Buffer.from('event: refetch\ndata: {}\n\n')
const keepAliveComment = Buffer.from(': alive\n\n')

/** Most messages go to many subscribers without any change, so their bytes are cached. */
const encodedMessages = new WeakMap<LiveMessage, Buffer>()

function encode(message: LiveMessage): Buffer {
  const { id, changes } = message
  const bytes =
    encodedMessages.get(message) ?? (changes && changes.length <= maxChanges ? changed(id, changes) : refetch(id))
  encodedMessages.set(message, bytes)
  return bytes
}

const changed = (id: string, changes: readonly LiveChange[]) =>
  Buffer.from(`id: ${id}\nevent: changed\ndata: ${JSON.stringify({ changes })}\n\n`)

const refetch = (id: string) => Buffer.from(`id: ${id}\nevent: refetch\ndata: {}\n\n`)
