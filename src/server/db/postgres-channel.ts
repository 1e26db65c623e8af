import pg from 'pg'
import { abortableSleep } from '../lib/delay-refusal.ts'
import type { Channel, ChannelListener, DatabaseLog } from './database.ts'
import { runStatement } from './postgres-statement.ts'

const pingMs = 1_000
const answerTimeoutMs = 5_000
/** Heartbeat timeout: TCP does not report a peer that is simply gone. */
const silenceMs = 3_000
const retryMs = 500
/** PostgreSQL's limit for the payload of a NOTIFY. */
const maxNoticeBytes = 7_900

/**
 * Messages between the servers on one database (LISTEN/NOTIFY), on a connection of its own. Messages that were sent
 * while the connection was down are lost; the listener learns that it was down.
 */
export function openPostgresChannel(
  address: () => Promise<string>,
  name: string,
  listener: ChannelListener,
  log: DatabaseLog,
): Channel {
  const closing = new AbortController()
  let client: pg.Client | undefined
  let lastHeardMs = 0
  const ownPing = `ping ${crypto.randomUUID()}`

  const connect = async (): Promise<pg.Client> => {
    const next = new pg.Client({
      connectionString: await address(),
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    next.on('error', () => {})
    next.on('notification', ({ payload = '' }) => {
      if (payload === ownPing) lastHeardMs = performance.now()
      else if (!payload.startsWith('ping ')) listener.received(payload)
    })
    try {
      await next.connect()
      await runStatement(next, { text: `LISTEN ${pg.escapeIdentifier(name)}` }, answerTimeoutMs)
      return next
    } catch (error) {
      next.end().catch(() => {})
      throw error
    }
  }
  const sendNotify = (to: pg.Client, text: string) =>
    runStatement(to, { text: 'SELECT pg_notify($1, $2)', values: [name, text] }, answerTimeoutMs)

  /** Runs as long as its connection does. */
  const stayConnected = async () => {
    const connected = await connect()
    try {
      lastHeardMs = performance.now()
      client = connected
      listener.connected()
      while (!closing.signal.aborted && performance.now() - lastHeardMs < silenceMs) {
        await sendNotify(connected, ownPing)
        await abortableSleep(pingMs, closing.signal)
      }
    } finally {
      client = undefined
      connected.end().catch(() => {})
    }
  }
  const run = async () => {
    let isKnown = false
    while (!closing.signal.aborted) {
      await stayConnected().then(
        () => (isKnown = false),
        (error: Error) => {
          if (!isKnown) log(`Notices of other servers are not heard at the moment: ${error.message}`, 'warn')
          isKnown = true
        },
      )
      if (!closing.signal.aborted) await abortableSleep(retryMs, closing.signal)
    }
  }
  const running = run()

  return {
    notify(text) {
      if (Buffer.byteLength(text) > maxNoticeBytes) throw new RangeError('A notice is too long.')
      if (client) sendNotify(client, text).catch(() => {})
    },
    async close() {
      closing.abort()
      await running
    },
  }
}
