import { readdirSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }
import { openApiDocument } from '../../src/server/http/openapi/document.ts'
import { readFromRoot } from '../documents/repository-files.ts'
import { type ApiDocument, breakingChanges } from './breaking-changes.ts'

const folder = new URL('../../docs/openapi/', import.meta.url)
const current = JSON.parse(
  JSON.stringify(openApiDocument({ version: packageFile.version, server: '/' })),
) as ApiDocument

/** A copy of the document with one change. */
function changed(change: (document: ChangedDocument) => void): ApiDocument {
  const copy = structuredClone(current) as unknown as ChangedDocument
  change(copy)
  return copy as unknown as ApiDocument
}

interface ChangedSchema {
  required: string[]
  additionalProperties?: boolean
  properties: Record<string, Record<string, unknown>>
}
interface ChangedOperation {
  operationId: string
  parameters: Record<string, unknown>[]
  requestBody: { content: Record<string, { schema: ChangedSchema }> }
  responses: Record<string, { content: Record<string, unknown> }>
}
interface ChangedDocument {
  security: object[]
  paths: Record<string, Record<string, ChangedOperation>>
  components: { schemas: Record<string, ChangedSchema> }
}

const operation = ({ paths }: ChangedDocument, method: string, path: string) => {
  const found = paths[path]?.[method]
  if (!found) throw new Error(`${method} ${path} is not in the document`)
  return found
}
const users = (document: ChangedDocument) => operation(document, 'get', '/api/applications/{id}/users')
const create = (document: ChangedDocument) => operation(document, 'post', '/api/applications/{id}/licenses')
const body = (document: ChangedDocument) => {
  const { schema } = create(document).requestBody.content['application/json'] ?? {}
  if (!schema) throw new Error('The call has no body')
  return schema
}
const license = ({ components }: ChangedDocument) => {
  const { License } = components.schemas
  if (!License) throw new Error('The document names no license')
  return License
}

const breaks: readonly (readonly [string, (document: ChangedDocument) => void, RegExp])[] = [
  ['a removed call', ({ paths }) => delete paths['/api/stats'], /GET \/api\/stats is gone/],
  ['another name', (document) => (users(document).operationId = 'users'), /another name: users/],
  [
    'a removed way to authenticate',
    (document) => document.security.pop(),
    /GET .*users does not take .*managementToken.* any more/,
  ],
  ['a removed parameter', (document) => users(document).parameters.pop(), /the parameter query \w+ is gone/],
  [
    'a new required parameter',
    (document) => users(document).parameters.push({ name: 'x', in: 'query', required: true, schema: {} }),
    /the parameter query x is required now/,
  ],
  ['a new required field', (document) => (body(document).required = ['maxUsers']), /maxUsers is required now/],
  [
    'a field that is refused',
    (document) => delete body(document).properties.description,
    /body\.description is not taken any more/,
  ],
  ['a lower limit', (document) => (body(document).properties.maxUsers = { type: 'integer', maximum: 5 }), /maximum/],
  ['another type', (document) => (body(document).properties.maxUsers = { type: 'string' }), /integer is not taken/],
  [
    'a value that is refused',
    (document) => (body(document).properties.validityStart = { type: 'string', enum: ['creation'] }),
    /first_use is not taken any more/,
  ],
  ['a removed field of an answer', (document) => delete license(document).properties.maxUsers, /maxUsers is gone/],
  [
    'a field of an answer that can be missing',
    (document) => (license(document).required = license(document).required.filter((name) => name !== 'id')),
    /id can be missing now/,
  ],
  [
    'a field of an answer that can be null',
    (document) => (license(document).properties.description = { type: ['string', 'null'] }),
    /description: can be null now/,
  ],
  [
    'another content type',
    (document) => delete operation(document, 'get', '/api/activity-logs/export').responses[200]?.content['text/csv'],
    /text\/csv is gone/,
  ],
]

const additions: readonly (readonly [string, (document: ChangedDocument) => void])[] = [
  ['a new call', ({ paths }) => (paths['/api/new'] = structuredClone(paths['/api/stats'] ?? {}))],
  ['a new optional parameter', (document) => users(document).parameters.push({ name: 'x', in: 'query', schema: {} })],
  ['a new optional field', (document) => (body(document).properties.note = { type: 'string' })],
  ['a new field of an answer', (document) => (license(document).properties.note = { type: 'string' })],
  ['a higher limit', (document) => (body(document).properties.maxUsers = { type: 'integer', minimum: 1 })],
  ['another description', (document) => (users(document).operationId = users(document).operationId)],
]

describe('a change of the API', () => {
  it.each(breaks)('is found to break clients: %s', (_name, change, said) => {
    expect(breakingChanges(current, changed(change)).join('\n')).toMatch(said)
  })

  it.each(additions)('breaks none by what it adds: %s', (_name, change) => {
    expect(breakingChanges(current, changed(change))).toEqual([])
  })

  /** With `STORE_OPENAPI=1` the document is stored for the version of `package.json`; it is done with its release. */
  it('breaks no client of the last version whose document is stored', () => {
    const minor = packageFile.version.split('.').slice(0, 2).join('.')
    const stored = JSON.stringify(current)
    if (process.env.STORE_OPENAPI === '1') writeFileSync(new URL(`${minor}.json`, folder), `${stored}\n`)
    const versions = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    const [major] = packageFile.version.split('.')
    const last = versions.filter((name) => name.startsWith(`${major}.`)).at(-1)
    expect(last, 'docs/openapi has the document of a version').toBeDefined()
    const before = JSON.parse(readFromRoot(`docs/openapi/${last}`)) as ApiDocument
    expect(breakingChanges(before, current)).toEqual([])
  })
})
