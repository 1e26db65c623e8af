import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyScenario } from '../../../../test/client-scenarios/every-scenario.ts'
import type { Answer, Call } from '../../../../test/harness/create-test-app.ts'
import { openMemoryDatabase } from '../../../../test/harness/memory-database.ts'
import {
  keyIdOf,
  newNonce,
  type SeenExchange,
  signatureHeaders,
  signedBy,
} from '../../../../test/harness/signing-client.ts'
import { temporaryFolder } from '../../../../test/harness/temporary-folder.ts'
import { type ApiResponse, createWorld, openSuite, type Suite } from '../../../../test/harness/world.ts'
import type { OutcomeKey } from '../../../shared/outcomes.ts'

/** The first scenario of each outcome. */
const scenarios = [...new Map(everyScenario.toReversed().map((scenario) => [scenario.outcome, scenario])).values()]

const bases = {
  '/api/v1': (path: string) => path,
  '/api/auth': (path: string) => path.replace(sharedPaths, '/api/auth/'),
}
/** With the second base URL the server is behind a proxy that removes this prefix. */
const prefixes = { '/api/v1': '', '/api/auth': '/keys/v2' }
const sharedPaths = /^\/api\/v1\/(?=(login|register)$)/

/** The application is unknown, or the body was never read. */
const unsigned: readonly OutcomeKey[] = [
  'invalid_api_key',
  'application_not_found',
  'payload_too_large',
  'unsupported_media_type',
]

/** Some scenarios end with a request of another application's API key. */
const applicationOf = ({ headers }: SeenExchange) => Number(/^app_(\d+)\./.exec(keyIdOf(headers) ?? '')?.[1])

/** The same suite, but every client request asks for a signature, and every response is verified. */
function signingSuite(suite: Suite, base: keyof typeof bases, seen: Map<string, SeenExchange>): Suite {
  const { test } = suite
  const inject = async (options: InjectOptions) => {
    const url = String(options.url)
    const path = bases[base](url)
    const isPublic = /^\/api\/(v1|auth\/register)/.test(path) || path !== url
    const nonce = newNonce()
    const headers = { ...options.headers, ...(isPublic && { 'x-nonce': nonce }) }
    const response = await test.http.inject({ ...options, url: path, headers })
    if (!isPublic) return response
    const exchange = {
      method: String(options.method),
      path: prefixes[base] + (path.split('?')[0] ?? ''),
      nonce,
      requestBody: String(options.payload ?? ''),
      status: response.statusCode,
      body: response.payload,
      headers: response.headers,
    }
    seen.set(String((response.json() as ApiResponse).request_id), exchange)
    return response
  }
  const http = new Proxy(test.http, {
    get: (target, name) => (name === 'inject' ? inject : Reflect.get(target, name, target)),
  })
  const call = async (method: string, url: string, { body, headers, ip }: Call = {}) => {
    const response = await inject({
      method: method as 'POST',
      url,
      ...(body !== undefined && { payload: JSON.stringify(body) }),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(ip !== undefined && { remoteAddress: ip }),
    })
    const { statusCode: status, headers: answered, payload: text } = response
    return { status, headers: answered, text, body: JSON.parse(text) }
  }
  return { ...suite, test: { ...test, http, call } }
}

describe.each(Object.keys(bases) as (keyof typeof bases)[])('under %s', (base) => {
  let suite: Suite
  let close: () => Promise<void>
  const seen = new Map<string, SeenExchange>()
  beforeAll(async () => {
    const folder = await temporaryFolder()
    const database = await openMemoryDatabase(folder.options.dataDir)
    suite = signingSuite(await openSuite(database, { PUBLIC_URL: `https://example.com${prefixes[base]}` }), base, seen)
    close = async () => {
      await suite.test.close()
      await database.close()
      await folder.remove()
    }
  })
  afterAll(() => close())

  it.each(scenarios.map((scenario) => [scenario.outcome, scenario] as const))(
    'the answer %s is signed once the application is known',
    async (outcome, scenario) => {
      const maker = scenario.hasOwnAccount ? await suite.test.account() : suite.maker
      const world = await createWorld(suite, maker, scenario.settings)
      const answer: Answer<ApiResponse> = await (await scenario.given(world))()
      const exchange = seen.get(answer.body.request_id)
      const verdict = exchange && (await signedBy(suite.test, applicationOf(exchange), exchange))
      if (unsigned.includes(outcome)) return expect(verdict).toBe('unsigned')
      expect(verdict).toBe(1)
      for (const name of signatureHeaders) expect(answer.headers[name]).toEqual(expect.any(String))
      expect(answer.headers['cache-control']).toBe('no-store, no-transform')
    },
  )
})
