import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { openApiDocument } from '../../src/server/http/openapi/document.ts'
import { errors } from '../../src/shared/errors.ts'
import { outcomes } from '../../src/shared/outcomes.ts'
import { closedSchemas } from './closed-schemas.ts'

/** An answer as it was sent. */
export interface SentAnswer {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly contentType: string
  /** Empty for one that is compressed. */
  readonly body: string
}

interface Content {
  readonly schema: object
}
interface Response {
  readonly $ref?: string
  readonly content?: Readonly<Record<string, Content>>
}
interface Operation {
  readonly responses: Readonly<Record<string, Response>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly responses: Readonly<Record<string, Response>> }
}

const document = closedSchemas(openApiDocument({ version: '0.0.0-test', server: '/' })) as unknown as Document

/** Schemas are checked as they stand in the document, where they refer to each other. */
const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false })
ajv.addSchema(document, 'document')

const parametersOf = (path: string) => path.split('{').length

/** Addresses with fewer parameters come first: `/licenses/batch` is no license. */
const paths = Object.entries(document.paths)
  .map(([path, operations]) => ({ path, operations, form: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}/?$`) }))
  .sort((a, b) => parametersOf(a.path) - parametersOf(b.path))

const known = new Map<string, (typeof paths)[number] | undefined>()
const mostKnown = 2_000

/** The path of the document that stands for an address. Most calls of a suite go to some addresses again and again. */
function pathOf(verb: string, address: string) {
  const key = `${verb} ${address}`
  if (known.has(key)) return known.get(key)
  if (known.size >= mostKnown) known.clear()
  const found = paths.find(({ form, operations }) => form.test(address) && operations[verb])
  known.set(key, found)
  return found
}

/** What is wrong with an answer by the OpenAPI document; undefined for one that it describes. */
export function undescribed({ method, url, status, contentType, body }: SentAnswer): string | undefined {
  const [address = ''] = url.split('?')
  if (!/^\/(api\/|healthz$|readyz$)/.test(address) || isNoAddress(status, body)) return undefined
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase()
  const found = pathOf(verb, address)
  const operation = found?.operations[verb]
  if (refusedUnread.includes(status) && !operation) return undefined
  if (!found || !operation) return `${method} ${address} answers ${status}, and is not in the document`
  const name = `${method} ${found.path}`
  const answered = [String(status), `${String(status).charAt(0)}XX`, 'default'].find(
    (each) => each in operation.responses,
  )
  const response = operation.responses[answered ?? '']
  if (answered === undefined || response === undefined)
    return `${name} answers ${status}, which is not in the document: ${body.slice(0, 300)}`
  const { content = {} } = response.$ref === undefined ? response : (sharedResponse(response.$ref) ?? {})
  const [type = ''] = contentType.split(';')
  if (body === '') return undefined
  if (!content[type]) return `${name} answers ${status} as ${type}, which is not in the document`
  const fault =
    faultOf(pointerTo(found.path, verb, answered, response.$ref, type), type, body) ??
    otherStatus(answered, status, body)
  return fault && `${name} answers ${status} otherwise than the document says: ${fault} in ${body.slice(0, 300)}`
}

/** How a request to no address can be refused before its address is looked at: by its body. */
const refusedUnread = [400, 413, 415]

/** What no call answers is 404 whatever was asked; to `HEAD` without a body. */
const isNoAddress = (status: number, body: string) =>
  status === 404 && (body === '' || body.includes('"code":"not_found"'))

/** A range of statuses has the codes of several: each must come with its own. */
function otherStatus(answered: string, status: number, body: string): string | undefined {
  if (/^\d{3}$/.test(answered)) return undefined
  const code = String((parsed(body) as { readonly code?: unknown } | undefined)?.code)
  const due = [errors[code as keyof typeof errors]?.[0], outcomeStatus.get(code)]
  return due.includes(status) ? undefined : `${code} has the status ${due.join(' or ')}`
}

const outcomeStatus = new Map<string, number>(Object.values(outcomes).map((row) => [row.code, row.status]))

const sharedResponse = (reference: string) => document.components.responses[reference.split('/').at(-1) ?? '']

const escaped = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

function pointerTo(path: string, verb: string, status: string, reference: string | undefined, type: string): string {
  const place = reference ?? `#/paths/${escaped(path)}/${verb}/responses/${status}`
  return `document${place}/content/${escaped(type)}/schema`
}

const validators = new Map<string, ValidateFunction>()

function validatorOf(pointer: string): ValidateFunction {
  const known = validators.get(pointer) ?? ajv.compile({ $ref: pointer })
  validators.set(pointer, known)
  return known
}

function faultOf(pointer: string, type: string, body: string): string | undefined {
  const isLines = type === 'application/x-ndjson'
  if (!isLines && type !== 'application/json') return undefined
  const validate = validatorOf(pointer)
  const texts = isLines ? body.split('\n').filter((line) => line !== '') : [body]
  for (const text of texts) {
    const value = parsed(text)
    if (value !== undefined && !validate(value)) return ajv.errorsText(validate.errors)
  }
  return undefined
}

/** A list that ends in the middle was cut: that is no answer of its call. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
