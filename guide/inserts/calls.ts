import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { callExamples, examplePath, exampleValues, sessionExamples } from '../../src/shared/call-examples.ts'
import { contract } from '../../src/shared/contract/index.ts'
import type { RouteDef } from '../../src/shared/contract/route.ts'
import { callAnchor, referenceArea } from '../../src/shared/reference-pages.ts'
import type { JsonSchema } from '../json-schema.ts'
import { requestSamples, type SampleLanguageName, type SampleRequest, sampleLanguageNames } from '../request-samples.ts'
import { shapeOf } from '../shape-of.ts'

/** A call of the API with what the guide says of it. */
export interface GuideCall {
  /** As in the contract; the calls of a session have their action behind it. */
  readonly key: string
  readonly anchor: string
  readonly route: RouteDef
  readonly request: SampleRequest
  readonly languages: readonly SampleLanguageName[]
}

/** Every call that a management token may make, in the contract's order. */
export const managementCalls: readonly GuideCall[] = (Object.entries(contract) as [string, RouteDef][])
  .filter(([, { auth, token }]) => auth === 'session' && token !== undefined && token !== 'none')
  .map(([key, route]) => {
    const example: unknown = (callExamples as Readonly<Record<string, unknown>>)[key]
    const isInBody = route.body !== undefined
    const query = example === undefined || isInBody ? '' : `?${new URLSearchParams(example as Record<string, string>)}`
    const headers = { Authorization: `Bearer ${exampleValues.token}` }
    const body = isInBody ? (example ?? {}) : undefined
    return callOf(key, route, { headers, query, body, languages: sampleLanguageNames.slice(0, 4) })
  })

/** The calls of the client API; a session's three are told apart. */
export const clientCalls: readonly GuideCall[] = [
  ...(['register', 'login', 'verify'] as const).map((name) => clientCall(`POST /api/v1/${name}`, callExamples)),
  ...(Object.keys(sessionExamples) as (keyof typeof sessionExamples)[]).map((action) => ({
    ...clientCall('POST /api/v1/session/track', { 'POST /api/v1/session/track': sessionExamples[action] }),
    key: `POST /api/v1/session/track ${action}`,
  })),
]

function clientCall(key: keyof typeof contract, examples: Readonly<Record<string, unknown>>): GuideCall {
  const headers = { 'X-API-Key': exampleValues.apiKey }
  return callOf(key, contract[key], { headers, query: '', body: examples[key], languages: sampleLanguageNames })
}

interface Parts extends Pick<SampleRequest, 'headers' | 'body'> {
  readonly query: string
  readonly languages: readonly SampleLanguageName[]
}

function callOf(key: string, route: RouteDef, { headers, query, body, languages }: Parts): GuideCall {
  const [method = '', path = ''] = key.split(' ')
  const url = `${exampleValues.origin}${examplePath(path)}${query}`
  const anchor = callAnchor(method, path)
  return { key, anchor, route, languages, request: { method, url, headers, ...(body !== undefined && { body }) } }
}

/** Request and response of one call of the client API. */
export function insertClientCall(key: string): string {
  const call = clientCalls.find((one) => one.key === key)
  if (call === undefined) throw new Error(`The client API has no call "${key}"`)
  return [samplesOf(call), answerOf(call)].join('\n\n')
}

/** All calls of an area: summary, right, fields, request and response. */
export function insertCalls(area: string): string {
  const calls = managementCalls
    .filter(({ anchor }) => referenceArea(anchor) === area)
    .sort((a, b) => Number(isExport(a)) - Number(isExport(b)))
  if (calls.length === 0) throw new Error(`No call belongs to the area "${area}"`)
  return calls.map(describeCall).join('\n\n')
}

/** Exports come last: what is exported is explained by the calls before. */
const isExport = ({ key }: GuideCall) => key.endsWith('/export')

function describeCall(call: GuideCall): string {
  const { key, anchor, route } = call
  const facts = [
    `Token action: \`${route.token}\`.`,
    ...(route.isIdempotent ? ['Takes an [`Idempotency-Key`](/docs/management-api#idempotency).'] : []),
    ...(route.isList ? ['A [list](/docs/management-api#lists).'] : []),
  ]
  return [
    `## ${route.summary} {#${anchor}}`,
    `\`${key}\``,
    facts.join(' '),
    fieldsOf(route.query, 'Query'),
    fieldsOf(route.body, 'Body'),
    samplesOf(call),
    answerOf(call),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function fieldsOf(schema: z.ZodType | undefined, name: string): string {
  if (schema === undefined) return ''
  const { properties, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  if (properties === undefined || Object.keys(properties).length === 0) return ''
  const rows = Object.entries(properties).map(
    ([field, shape]) => `| \`${field}\` | ${required.includes(field) ? 'yes' : 'no'} | ${shapeOf(shape)} |`,
  )
  return [`| ${name} | Required | Value |`, '|---|---|---|', ...rows].join('\n')
}

const samplesOf = ({ request, languages }: GuideCall) =>
  requestSamples(request, languages)
    .map(({ language, name, code }) => `\`\`\`${language} ${name}\n${code}\n\`\`\``)
    .join('\n\n')

const answers: Readonly<Record<string, { readonly status: number; readonly body: unknown }>> = JSON.parse(
  readFileSync(new URL('../answers.json', import.meta.url), 'utf8'),
)

/** A response of the real server; the tests compare it with what the server sends. */
function answerOf({ key }: GuideCall): string {
  const answer = answers[key]
  if (answer === undefined) throw new Error(`guide/answers.json has no response of ${key}`)
  const text = typeof answer.body === 'string' ? answer.body.trimEnd() : JSON.stringify(answer.body, null, 2)
  return `\`\`\`json Response ${answer.status}\n${text}\n\`\`\``
}
