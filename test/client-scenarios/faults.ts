import { expect } from 'vitest'
import { limitTable } from '../../src/server/lib/limits/limit-table.ts'
import { hashSlots } from '../../src/server/lib/passwords/hashing.ts'
import type { Answer } from '../harness/create-test-app.ts'
import type { ApiResponse, World } from '../harness/world.ts'
import type { Scenario } from './scenario.ts'
import { inSession } from './scenario.ts'

/** A request whose body is not a JSON object. */
async function raw(w: World, payload: string, type = 'application/json'): Promise<Answer<ApiResponse>> {
  const response = await w.http.inject({
    method: 'POST',
    url: '/api/v1/login',
    headers: { 'x-api-key': w.apiKey, 'content-type': type },
    payload,
  })
  const { statusCode: status, headers, payload: text } = response
  return { status, headers, text, body: JSON.parse(text) as ApiResponse }
}

/** Renames a table during the request: a real internal error. */
export async function withoutLicenses<T>(w: World, call: () => Promise<T>): Promise<T> {
  const rename = (from: 'licenses' | 'gone', to: string) =>
    w.database.transaction((tx) => tx.schema.alterTable(from).renameTo(to).execute())
  await rename('licenses', 'gone')
  try {
    return await call()
  } finally {
    await rename('gone', 'licenses')
  }
}

/** An internal error reveals only the request ID; the log has the details under it. */
async function expectNoDetailLeaked(w: World, call: () => Promise<Answer<ApiResponse>>): Promise<Answer<ApiResponse>> {
  const answer = await withoutLicenses(w, call)
  expect(answer.text).not.toMatch(/licenses|relation|table|sqlite/i)
  const line = w.log.find((each) => each.includes(String(answer.body.request_id)))
  expect(line).toMatch(/licenses/)
  return answer
}

const faults: readonly Scenario[] = [
  {
    name: 'a fault of the server tells nothing, at a login',
    outcome: 'internal_error',
    given: async (w) => {
      const user = await w.user()
      return () => expectNoDetailLeaked(w, () => w.login(user))
    },
    events: [],
  },
  {
    name: 'a fault of the server tells nothing, and ends nothing, at a heartbeat',
    outcome: 'internal_error',
    given: inSession(async (w, token) => () => expectNoDetailLeaked(w, () => w.beat(token))),
  },
  {
    name: 'a fault of the server tells nothing, at a registration',
    outcome: 'internal_error',
    given: async (w) => {
      const { licenseKey } = await w.license()
      return () => expectNoDetailLeaked(w, () => w.register({ license_key: licenseKey }))
    },
    events: [],
  },
  {
    name: 'after a fault the next heartbeat is answered as ever',
    outcome: 'session_alive',
    given: inSession(async (w, token) => {
      await withoutLicenses(w, () => w.beat(token))
      return () => w.beat(token)
    }),
    fields: (w) => ({ session_token: w.sent.at(-1)?.body.session_token }),
  },
]

/** Keeps this caller's password queue full during the request, as a flood of logins would. */
export async function whileBusy<T>(w: World, call: () => Promise<T>): Promise<T> {
  const { ownerId = 0 } = (await w.app.stores.applications.find(w.applicationId)) ?? {}
  const line = { tenant: ownerId, application: w.applicationId, address: w.ip, isStranger: true }
  let isAnswered = false
  const onTurn = () => (isAnswered ? undefined : 'wait')
  // The dashboard's hashes occupy every slot, so that nothing in this queue is ever dequeued.
  const running = Array.from({ length: hashSlots }, async () => {
    while (!isAnswered) await w.app.passwords.hash('x')
  })
  const waiting = Array.from({ length: limitTable.hashPlaces.atOnce }, (_, place) =>
    w.app.passwords.hash('x', { line: { ...line, account: `user ${place}` }, onTurn }),
  )
  const answer = await call()
  isAnswered = true
  await Promise.all([...running, ...waiting])
  return answer
}

const busy =
  (call: (w: World) => Promise<Answer<ApiResponse>>): Scenario['given'] =>
  async (w) =>
  () =>
    whileBusy(w, () => call(w))

const overload: readonly Scenario[] = [
  {
    name: 'a login that finds no place in the queue is told when to come back',
    outcome: 'unavailable',
    given: busy(async (w) => w.login({ username: 'somebody' })),
    events: [],
  },
  {
    name: 'a registration that finds no place in the queue takes no seat',
    outcome: 'unavailable',
    given: async (w) => {
      const { licenseKey } = await w.license()
      return busy((each) => each.register({ license_key: licenseKey }))(w)
    },
    events: [],
  },
  {
    name: 'heartbeats are answered meanwhile',
    outcome: 'session_alive',
    given: inSession(async (w, token) => busy((each) => each.beat(token))(w)),
    fields: (w) => ({ session_token: w.sent.at(-1)?.body.session_token }),
  },
]

const notJson = { message: "The body isn't valid JSON." }
const shapes: readonly Scenario[] = [
  {
    name: 'a body beyond 16 KiB is refused',
    outcome: 'payload_too_large',
    given: async (w) => () => w.register({ more: 'x'.repeat(16 * 1024) }),
    events: [],
  },
  ...['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16'].map(
    (type): Scenario => ({
      name: `a body of type ${type} is refused`,
      outcome: 'unsupported_media_type',
      given: async (w) => () => raw(w, '{"username":"ada","password":"secret"}', type),
    }),
  ),
  ...['{', '{"username":"ada",}', '{"__proto__":{"x":1}}'].map(
    (payload): Scenario => ({
      name: `${payload} is refused`,
      outcome: 'invalid_request',
      ...notJson,
      given: async (w) => () => raw(w, payload),
    }),
  ),
  ...['7', '"text"', '[]', 'true'].map(
    (payload): Scenario => ({
      name: `a body that is no object is refused: ${payload}`,
      outcome: 'invalid_request',
      message: 'The body must be a JSON object.',
      given: async (w) => () => raw(w, payload),
    }),
  ),
  {
    name: 'a call that does not exist is not found',
    outcome: 'not_found',
    given: async (w) => () => w.send('/api/v1/logout', {}),
  },
  {
    name: 'neither is a call of another method',
    outcome: 'not_found',
    given: async (w) => () => w.call('GET', '/api/v1/login', { headers: { 'x-api-key': w.apiKey } }),
  },
  {
    name: 'the eleventh heartbeat of a minute is refused, and the session stays live',
    outcome: 'rate_limited',
    given: inSession(async (w, token) => {
      for (let beat = 0; beat < 10; beat += 1) await w.beat(token)
      return async () => {
        const answer = await w.beat(token)
        w.clock.advance(60_000)
        expect((await w.beat(token)).status).toBe(200)
        return answer
      }
    }),
  },
]

export const faultScenarios = [...faults, ...overload, ...shapes]
