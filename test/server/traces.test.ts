import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '../harness/create-test-database.ts'
import { describePostgres } from '../harness/databases.ts'
import { type RecordedSpan, recordedSpans, recordSpans } from '../harness/recorded-spans.ts'
import { startServer } from '../harness/start-server.ts'
import { temporaryFolder } from '../harness/temporary-folder.ts'
import { startReceiver } from '../harness/webhook-receiver.ts'
import { newToken } from '../harness/world.ts'
import { findSecrets } from './find-secrets.ts'

const canary = (what: string) => `Canary${what}Zq7vXw93KpLm`
const typed = {
  username: canary('Name'),
  password: canary('Password'),
  hwid: canary('Board'),
  path: canary('Path'),
  query: canary('Query'),
  webhook: canary('Hook'),
  traceState: canary('State'),
}
const callers = 12

describe('traces of the embedded database', () => {
  tracesOf('sqlite', async () => ({}))
})
describePostgres('traces with PostgreSQL', () => {
  tracesOf('postgresql', async () => {
    const database = await createTestDatabase({ isMigrated: true })
    onTestFinished(database.drop)
    return { DATABASE_URL: database.url }
  })
})

function tracesOf(engine: string, prepare: () => Promise<Readonly<Record<string, string>>>): void {
  it('show requests, batches and deliveries as they caused each other, by the template of their route and without what was sent', async () => {
    const { options, remove } = await temporaryFolder()
    onTestFinished(remove)
    const file = join(options.dataDir, 'spans.jsonl')
    const receiver = await startReceiver()
    onTestFinished(receiver.close)
    const env = {
      ...{ ...(await prepare()), ...recordSpans(file) },
      ...{ LOG_FORMAT: 'json', LOG_REQUESTS: 'all', WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8' },
    }
    const server = await startServer({ env, dataDir: options.dataDir, hasCheapHashes: true })
    onTestFinished(server.kill)
    const { body: app } = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'App' })
    const foreign = { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`, tracestate: `k=${typed.traceState}` }
    const call = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', 'x-api-key': app.apiKey, ...foreign }
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      const answer = await fetch(`${server.origin}/api/v1/${path}`, init)
      return (await answer.json()) as { code: string; user_id: number; session_token: string }
    }
    const url = `${receiver.url}/${typed.webhook}`
    const webhook = { url, applicationId: app.id, events: ['user_login'] }
    const { body: hook } = await server.api<{ id: number; secret: string }>('POST', '/api/webhooks', webhook)
    const person = { username: typed.username, password: typed.password, hwid: typed.hwid }
    const { user_id } = await call('register', person)
    expect((await call('login', person)).code).toBe('login_successful')
    await receiver.until(1)
    expect((await server.api('GET', `/api/applications/${app.id}/users/${user_id}`)).status).toBe(200)
    expect((await fetch(`${server.origin}/${typed.path}?token=${typed.query}`)).status).toBe(404)
    await server.api('POST', `/api/webhooks/${hook.id}/test`, { event: 'user_login' })
    const sessions = Array.from({ length: callers }, newToken)
    const starts = sessions.map((session_token) =>
      call('session/track', { action: 'start', user_id, session_token, hwid: typed.hwid }),
    )
    expect(new Set((await Promise.all(starts)).map(({ code }) => code))).toEqual(new Set(['session_started']))
    const bans = Array.from({ length: callers }, (_, n) =>
      server.api('POST', '/api/blacklist', { type: 'ip', value: `192.0.2.${n + 1}` }),
    )
    expect(new Set((await Promise.all(bans)).map(({ status }) => status))).toEqual(new Set([200]))
    await server.stop()

    const spans = recordedSpans(file)
    const byId = new Map(spans.map((span) => [span.spanId, span]))
    const named = (name: string) => spans.filter((span) => span.name === name)
    const parentOf = ({ parentId }: RecordedSpan) => (parentId === null ? undefined : byId.get(parentId))
    /** The batches that worked for a span. */
    const batchesOf = ({ spanId }: RecordedSpan) =>
      named('database batch').filter(({ parentId, linked }) => parentId === spanId || linked.includes(spanId))

    // Each request is a trace of its own, whatever its caller says.
    const requests = spans.filter(({ attributes }) => attributes['http.request.method'] !== undefined)
    expect(requests.filter(({ parentId }) => parentId !== null)).toEqual([])
    expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(requests.length)
    for (const name of ['POST /api/v1/register', 'POST /api/v1/login', 'POST /api/webhooks']) {
      const [request, ...others] = named(name)
      if (!request) throw new Error(`there is no span ${name}`)
      expect(others).toEqual([])
      expect(request.attributes['http.response.status_code']).toBe(200)
      expect(batchesOf(request).length).toBeGreaterThan(0)
    }
    expect(named('GET /api/applications/:id/users/:userId')).toHaveLength(1)
    expect(named('GET').map(({ attributes }) => attributes['http.response.status_code'])).toEqual([404])

    // A batch belongs to those who wait for it: to the first as its part, to the others by a link.
    for (const batch of named('database batch')) {
      expect(batch.attributes['db.system.name']).toBe(engine)
      expect(batch.traceId).toBe(parentOf(batch)?.traceId ?? batch.traceId)
      expect(batch.parentId === null).toBe(parentOf(batch) === undefined)
    }
    for (const name of ['POST /api/v1/session/track', 'POST /api/blacklist']) {
      expect(named(name)).toHaveLength(callers)
      for (const request of named(name)) expect(batchesOf(request).length).toBeGreaterThan(0)
    }

    // A delivery is work of the server, a sample that of the request.
    const deliveries = named('webhook delivery')
    const parents = deliveries.map((span) => parentOf(span)?.name ?? 'none')
    expect(parents.sort()).toEqual(['POST /api/webhooks/:id/test', 'none'])
    for (const delivery of deliveries) {
      expect(delivery.attributes['http.response.status_code']).toBe(200)
      expect(batchesOf(delivery).length).toBeGreaterThan(0)
    }

    // Every line of a request names its trace, and no line that of another.
    const lines = server
      .output()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { message: string; request_id?: string; trace_id?: string })
    const traceOf = new Map(requests.map(({ attributes, traceId }) => [attributes['keywright.request_id'], traceId]))
    const ofRequests = lines.filter(({ message }) => message === 'request')
    expect(ofRequests.length).toBe(requests.length)
    for (const { request_id, trace_id } of ofRequests) expect(trace_id).toBe(traceOf.get(request_id))
    expect(lines.filter(({ message, trace_id }) => message === 'started' && trace_id !== undefined)).toEqual([])

    const secrets = new Map(
      Object.entries({ ...typed, apiKey: app.apiKey, secret: hook.secret, session: sessions[0] ?? '' }),
    )
    secrets.set('cookie', server.owner.cookie.replace('sid=', ''))
    expect(findSecrets(secrets, [{ name: 'the spans', bytes: readFileSync(file) }])).toEqual([])
    const paths = spans.flatMap(({ name, attributes }) => [name, ...Object.values(attributes)])
    expect(paths.filter((text) => /\/\d+(\/|$)|\?/.test(String(text)))).toEqual([])
  }, 60_000)
}
