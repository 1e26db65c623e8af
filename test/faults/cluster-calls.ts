import { randomUUID } from 'node:crypto'
import { Agent, request } from 'undici'
import type { RunningProxy } from '../harness/proxies.ts'

/** An answer, with its code if it has one. */
interface Said {
  readonly status: number
  readonly code: string | undefined
  readonly body: Record<string, unknown>
}

const slowFromMs = 10_000

/** What programs and a dashboard were told while a cluster was under load. */
export function openRecords() {
  return {
    calls: 0,
    /** Calls whose connection broke before an answer: a program may try them again. */
    unanswered: 0,
    /** Calls answered with `unavailable`. */
    refused: 0,
    longestMs: 0,
    /** Acknowledged: usernames with their IDs, tokens, keys, and usernames. */
    users: new Map<string, number>(),
    sessions: [] as string[],
    licenses: new Set<string>(),
    banned: new Set<string>(),
    /** Sessions that beat all the time and were told something else than that they are alive. */
    endedSessions: [] as string[],
    withoutCode: [] as string[],
    slow: [] as string[],
    /** Neither a success nor `unavailable`. */
    odd: [] as string[],
    took(call: string, ms: number) {
      this.longestMs = Math.max(this.longestMs, ms)
      if (ms > slowFromMs) this.slow.push(`${call}: ${Math.round(ms)} ms`)
    },
    answered(call: string, { status, code, body }: Said, ms: number) {
      this.took(call, ms)
      const needsCode = status >= 400 || call.includes('/api/v1/')
      if (needsCode && code === undefined) this.withoutCode.push(`${call}: ${status} ${JSON.stringify(body)}`)
      if (code === 'unavailable') this.refused += 1
      else if (status >= 400) this.odd.push(`${call}: ${status} ${code}`)
    },
  }
}

export type Records = ReturnType<typeof openRecords>

export interface ClusterCalls {
  /** A call of the public API; undefined if its connection broke. */
  client(path: string, body: object): Promise<Said | undefined>
  /** A change in the dashboard as the owner. */
  dashboard(path: string, body?: object): Promise<Said | undefined>
  /** All rows of a list of the dashboard. */
  list(path: string): Promise<readonly Record<string, unknown>[]>
  /** From now on `client` calls with this key. */
  setKey(apiKey: string): void
  close(): Promise<void>
}

/** Calls through the proxy, each of which is recorded. */
export function openClusterCalls(proxy: RunningProxy, cookie: string, seen: Records): ClusterCalls {
  const dispatcher = new Agent({
    connect: { ca: proxy.certificate, servername: 'localhost' },
    connections: 120,
    headersTimeout: 60_000,
    bodyTimeout: 60_000,
  })
  const origin = `https://127.0.0.1:${proxy.port}`
  let apiKey = ''
  const post = async (path: string, headers: Record<string, string>, body: object): Promise<Said | undefined> => {
    const startedAtMs = performance.now()
    seen.calls += 1
    try {
      const answer = await request(origin + path, {
        dispatcher,
        method: 'POST',
        headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      const said = read(answer.statusCode, await answer.body.text())
      seen.answered(path, said, performance.now() - startedAtMs)
      return said
    } catch {
      seen.unanswered += 1
      seen.took(`${path} (no answer)`, performance.now() - startedAtMs)
      return undefined
    }
  }
  return {
    client: (path, body) => post(`/api/v1/${path}`, { 'x-api-key': apiKey }, body),
    dashboard: (path, body = {}) => post(path, { cookie, 'idempotency-key': randomUUID() }, body),
    async list(path) {
      const headers = { host: 'localhost', cookie }
      const { statusCode, body } = await request(origin + path, { dispatcher, headers })
      const text = await body.text()
      if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${text}`)
      return JSON.parse(text) as Record<string, unknown>[]
    },
    setKey(key) {
      apiKey = key
    },
    close: () => dispatcher.close(),
  }
}

function read(status: number, text: string): Said {
  try {
    const body = JSON.parse(text) as Record<string, unknown>
    return { status, code: typeof body.code === 'string' ? body.code : undefined, body }
  } catch {
    return { status, code: undefined, body: { text } }
  }
}
