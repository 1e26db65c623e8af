import { type RawAnswer, speakRaw } from './raw-connection.ts'

/** Connections that never come to their end by themselves. */
const kinds = {
  'slow headers': {
    head: 'POST /api/v1/login HTTP/1.1\r\nHost: localhost\r\n',
    drip: { text: 'X-Slow: a\r\n', everyMs: 1_000 },
  },
  'slow bodies': {
    head: 'POST /api/v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n',
    drip: { text: ' ', everyMs: 1_000 },
  },
  silent: { head: '' },
} as const

export type SlowKind = keyof typeof kinds
const slowKinds = Object.keys(kinds) as SlowKind[]

/** Opens so many of each kind at once and waits until the server has cut them all. */
export async function holdSlowSockets(origin: string, ofEach: number): Promise<Record<SlowKind, RawAnswer[]>> {
  const hold = async (kind: SlowKind) =>
    [kind, await Promise.all(Array.from({ length: ofEach }, () => speakRaw(origin, kinds[kind])))] as const
  return Object.fromEntries(await Promise.all(slowKinds.map(hold))) as Record<SlowKind, RawAnswer[]>
}
