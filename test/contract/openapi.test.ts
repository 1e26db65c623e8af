import { brotliCompressSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../../src/server/http/openapi/document.ts'
import { callGroups } from '../../src/shared/call-groups.ts'
import { contract } from '../../src/shared/contract/index.ts'
import type { RouteDef } from '../../src/shared/contract/route.ts'
import { errors } from '../../src/shared/errors.ts'
import { outcomes } from '../../src/shared/outcomes.ts'
import { useTestApp } from '../harness/use-suite.ts'

interface Parameter {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
  readonly description?: string
  readonly schema?: { readonly type?: unknown; readonly enum?: readonly unknown[] }
}
interface Media {
  readonly schema: object
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
interface Response {
  readonly $ref?: string
  readonly description?: string
  readonly headers?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, Media>>
}
interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Response>>
}
interface Document {
  /** Of the calls that state none. */
  readonly security: readonly object[]
  readonly info: { readonly license: object; readonly contact: object }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, Response & Parameter>>>>
}

const document = openApiDocument({ version: '1.0', server: '/' }) as unknown as Document
const text = JSON.stringify(document)

const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
)
const webhooks = Object.values(document.webhooks).flatMap((byMethod) => Object.values(byMethod))
const operationOf = (method: string, path: string) => {
  const operation = document.paths[path]?.[method]
  if (!operation) throw new Error(`${method} ${path} is not in the document`)
  return operation
}

/** A part of the document, or what it refers to. */
function resolved<T extends { readonly $ref?: string }>(part: T): T {
  if (part.$ref === undefined) return part
  const [, , kind = '', name = ''] = part.$ref.split('/')
  return document.components[kind]?.[name] as unknown as T
}

/** What a call answers with this status: said for it, or for the statuses that begin with the same digit. */
const answerOf = ({ responses }: Operation, status: number) =>
  resolved(responses[status] ?? responses[`${String(status).charAt(0)}XX`] ?? {})

/** The codes of a refusal, as its schema limits them. */
function codesOf(operation: Operation, status: number): readonly string[] {
  const schema = answerOf(operation, status).content?.['application/json']?.schema
  const [, narrowed] =
    (schema as { allOf?: readonly [object, { properties: { code: { enum: string[] } } }] })?.allOf ?? []
  return narrowed?.properties.code.enum ?? []
}

describe('the OpenAPI document', () => {
  it('names every call and every webhook once, as a function of a client', () => {
    const names = [...operations.map(({ operation }) => operation), ...webhooks].map(({ operationId }) => operationId)
    expect(names.filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([])
    expect(new Set(names).size).toBe(names.length)
    expect(operationOf('post', '/api/applications/{id}/licenses/generate').operationId).toBe('generateLicense')
  })

  it('has the refusals of every call: its own per status, and per range those that all calls of its kind have', () => {
    for (const [key, { auth }] of Object.entries<RouteDef>(contract)) {
      const [method = '', path = ''] = key.split(' ')
      const operation = operationOf(method.toLowerCase(), path.replaceAll(/:(\w+)/g, '{$1}'))
      const codes = [400, 429, 500, 503].map((status) => codesOf(operation, status))
      const limits = ['invalid_request', 'rate_limited', 'internal_error', 'unavailable']
      const isWhole = auth === 'api-key' || key === 'POST /api/auth/login'
      for (const [place, code] of limits.entries()) if (!isWhole) expect(codes[place], key).toContain(code)
      const ranges = Object.keys(operation.responses).filter((status) => !/^\d{3}$/.test(status))
      expect(ranges, key).toEqual(isWhole ? [] : ['4XX', '5XX'])
      if (isWhole)
        expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['400', '429', '500', '503']))
    }
    const listed = operationOf('get', '/api/applications/{id}/users')
    expect(listed.responses['4XX']).toEqual({ $ref: '#/components/responses/ApplicationReadRefused' })
    expect(answerOf(listed, 429).description).toContain('401 `not_signed_in`')
    expect(answerOf(listed, 404).description).toContain('404 `application_not_found`')
    expect(answerOf(listed, 429).description).not.toContain('user_not_found')
    const generate = operationOf('post', '/api/applications/{id}/licenses/generate')
    expect(codesOf(generate, 404)).toEqual(['application_not_found', 'preset_not_found'])
    expect(answerOf(generate, 422).description).toContain('422 `idempotency_reused`')
    const one = operationOf('get', '/api/applications/{id}/users/{userId}')
    expect(codesOf(one, 404)).toEqual(['application_not_found', 'user_not_found'])
    expect(answerOf(one, 404).description).toBe('`user_not_found`: User not found')
  })

  it('gives each refusal of the dashboard the status that its code has', () => {
    // the portal refuses as the public API does
    const outcomeStatus = new Map<string, number>(Object.values(outcomes).map(({ code, status }) => [code, status]))
    for (const { name, operation } of operations.filter(({ operation }) => !operation.tags.includes('Client API'))) {
      if (name === 'post /api/auth/login') continue
      for (const status of Object.keys(operation.responses).filter((each) => /^\d{3}$/.test(each))) {
        for (const code of codesOf(operation, Number(status))) {
          const ofPortal = name.includes(' /api/portal/') ? outcomeStatus.get(code) : undefined
          expect([name, code, ofPortal ?? errors[code as keyof typeof errors][0]]).toEqual([name, code, Number(status)])
        }
      }
    }
  })

  it('tells success and refusal of the public API apart by their schemas, and not by the status alone', () => {
    for (const path of ['/api/v1/login', '/api/v1/register', '/api/v1/verify', '/api/v1/session/track']) {
      const { responses } = operationOf('post', path)
      const answer = answerOf(operationOf('post', path), 200)
      const schema = resolved(answer.content?.['application/json']?.schema as { $ref?: string })
      expect(schema, path).toMatchObject({ properties: { success: { const: true } } })
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '401', '403', '404', '413', '415', '429']))
    }
    expect(document.components.schemas?.Refusal).toMatchObject({ properties: { success: { const: false } } })
    expect(codesOf(operationOf('post', '/api/v1/verify'), 410)).toEqual(['session_ended'])
    expect(codesOf(operationOf('post', '/api/v1/verify'), 401)).toEqual(['invalid_api_key'])
  })

  it('names every shape of three fields or more that several calls share, once', () => {
    const seen = new Map<string, number>()
    const count = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      const { properties } = value as { readonly properties?: object }
      if (properties && Object.keys(properties).length >= 3) {
        const shape = JSON.stringify(value)
        seen.set(shape, (seen.get(shape) ?? 0) + 1)
      }
      for (const each of Object.values(value)) count(each)
    }
    count(document.paths)
    count(document.components.schemas)
    expect([...seen].filter(([, times]) => times > 1).map(([shape]) => shape.slice(0, 200))).toEqual([])
  })

  it('has every parameter and response that two calls share once', () => {
    const inline = operations.flatMap(({ operation }) => [
      ...(operation.parameters ?? []),
      ...Object.values(operation.responses),
    ])
    const texts = inline.filter(({ $ref }) => $ref === undefined).map((each) => JSON.stringify(each))
    expect(texts.filter((each, place) => texts.indexOf(each) !== place)).toEqual([])
    const references = inline.length - texts.length
    expect(references).toBeGreaterThan(600)
    const unused = ['parameters', 'responses'].flatMap((kind) =>
      Object.keys(document.components[kind] ?? {}).filter((name) => !text.includes(`"#/components/${kind}/${name}"`)),
    )
    expect(unused).toEqual([])
  })

  it('gives exports, imports and changes of many rows the types that they have on the wire', () => {
    const typesOf = (path: string, method = 'get') =>
      Object.keys(answerOf(operationOf(method, path), 200).content ?? {})
    expect(typesOf('/api/applications/{id}/users/export')).toEqual(['text/csv', 'application/json'])
    expect(typesOf('/api/applications/{id}/licenses/export')).toEqual(['text/csv', 'application/json'])
    expect(typesOf('/api/activity-logs/export')).toEqual(['text/csv', 'application/json', 'application/x-ndjson'])
    expect(typesOf('/api/applications/{id}/users/bulk', 'post')).toEqual(['application/x-ndjson'])
    expect(typesOf('/api/applications/{id}/imports', 'post')).toEqual(['application/x-ndjson'])
    const { requestBody } = operationOf('post', '/api/applications/{id}/imports')
    expect(Object.keys(requestBody?.content ?? {})).toEqual([
      'text/csv',
      'application/json',
      'application/octet-stream',
    ])
  })

  it('describes the headers of lists, repeated calls, limits and signatures', () => {
    const { responses } = operationOf('get', '/api/applications/{id}/users')
    expect(Object.keys(responses[200]?.headers ?? {})).toEqual(['Link', 'X-Total-Count'])
    expect(Object.keys(resolved(responses['4XX'] ?? {}).headers ?? {})).toEqual(['Retry-After'])
    const created = answerOf(operationOf('post', '/api/applications/{id}/licenses'), 200)
    expect(Object.keys(created.headers ?? {})).toEqual(['Idempotency-Replayed'])
    const login = operationOf('post', '/api/v1/login')
    const signature = ['Signature-Input', 'Signature', 'Content-Digest']
    expect(Object.keys(answerOf(login, 200).headers ?? {})).toEqual(signature)
    expect(Object.keys(answerOf(login, 401).headers ?? {})).toEqual(signature)
  })

  it('says every parameter in words, IDs as integers and switches as booleans', () => {
    const parameters = operations.flatMap(({ name, operation }) =>
      (operation.parameters ?? []).map((each) => ({ at: name, ...resolved(each) })),
    )
    expect(parameters.filter(({ description = '' }) => description === '')).toEqual([])
    const isSwitch = ({ schema }: Parameter) => schema?.enum?.includes('true') ?? false
    expect(parameters.filter(isSwitch)).toEqual([])
    const ids = parameters.filter(({ name, in: place }) => place === 'path' && name === 'id')
    expect(ids.length).toBeGreaterThan(90)
    // A session of an account is named by a text.
    const texts = ids.filter(({ schema }) => schema?.type !== 'integer').map(({ at }) => at)
    expect(texts).toEqual(['delete /api/account/sessions/{id}'])
  })

  it('repeats no bound that every number has, and no pattern beside a format', () => {
    expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER))
    expect(text).not.toMatch(/"format":"date-time","pattern"/)
    expect(text).not.toContain('Default Response')
  })

  it('has a group, a description and a security for every call, and a license', () => {
    const groups = document.tags.map(({ name }) => name)
    expect(groups).toEqual(Object.values(callGroups).map(({ title }) => title))
    for (const { name, operation } of operations) {
      expect(groups, name).toContain(operation.tags[0])
      expect(operation.summary && operation.description, name).toBeTruthy()
      expect(operation.security ?? document.security, name).toBeDefined()
    }
    const used = new Set(operations.flatMap(({ operation }) => operation.tags))
    expect(groups.filter((name) => !used.has(name))).toEqual([])
    expect(webhooks.filter(({ security }) => security?.length !== 0)).toEqual([])
    expect(document.info.license).toEqual({ name: 'MIT', identifier: 'MIT' })
  })

  it('describes what the contract leaves out: health, the live stream, the link that signs out, the older forms', () => {
    expect(Object.keys(operationOf('get', '/readyz').responses)).toEqual(['200', '431', '503'])
    expect(Object.keys(operationOf('get', '/healthz').responses)).toEqual(['200', '431'])
    expect(Object.keys(operationOf('get', '/api/logout').responses)).toEqual(['303', '403', '431', 'default'])
    expect(Object.keys(operationOf('get', '/api/events').responses[200]?.content ?? {})).toEqual(['text/event-stream'])
    const shared = operationOf('post', '/api/auth/login')
    expect(shared.security).toEqual([{}, { apiKey: [] }])
    expect(JSON.stringify(shared.requestBody)).toContain('#/components/schemas/Login')
    expect(JSON.stringify(shared.responses[200])).toContain('#/components/schemas/LoggedIn')
    expect(document.components.parameters?.ApiKey).toMatchObject({ in: 'query', deprecated: true })
    expect(operationOf('post', '/api/v1/verify').parameters).toContainEqual({
      $ref: '#/components/parameters/ApiKey',
    })
  })

  it('refers only to what it has, and every schema of it is one', () => {
    const references = [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    expect(references.length).toBe(text.split('"$ref"').length - 1)
    const missing = references.filter(([, kind = '', name = '']) => !document.components[kind]?.[name])
    expect(missing.map(([whole]) => whole)).toEqual([])
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    for (const { operation } of operations) {
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
        expect(ajv.validateSchema(schema)).toBe(true)
      }
    }
  })

  it('has an example of a request wherever the guide has one, and each is a valid one', () => {
    const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false })
    ajv.addSchema(document as object, 'document')
    let count = 0
    for (const { name, path, operation } of operations) {
      const media = operation.requestBody?.content['application/json']
      const examples = [media?.example, ...Object.values(media?.examples ?? {}).map(({ value }) => value)]
      for (const example of examples.filter((each) => each !== undefined)) {
        const place = `${encodeURIComponent(path.replaceAll('/', '~1'))}/${name.split(' ')[0]}`
        const pointer = `document#/paths/${place}/requestBody/content/application~1json/schema`
        expect(ajv.validate({ $ref: pointer }, example), `${name} ${ajv.errorsText()}`).toBe(true)
        count += 1
      }
    }
    expect(count).toBeGreaterThan(25)
  })
})

describe('the served OpenAPI document', () => {
  const test = useTestApp({ env: { PUBLIC_URL: 'https://licenses.example.com/app' } })

  it('names the public address of the server, and without one the address that it came from', async () => {
    const { body } = await test.call<Document>('GET', '/api/openapi.json')
    expect(body.servers).toEqual([{ url: 'https://licenses.example.com/app' }])
    expect(document.servers).toEqual([{ url: '/' }])
  })

  it('is small on the wire', async () => {
    const sent = await test.call('GET', '/api/openapi.json', { headers: { 'accept-encoding': 'br' } })
    expect(sent.headers['content-encoding']).toBe('br')
    expect(brotliCompressSync(text).length).toBeLessThan(35_000)
    expect(Buffer.byteLength(text)).toBeLessThan(350_000)
    expect(text.length / operations.length).toBeLessThan(1_650)
  })
})
