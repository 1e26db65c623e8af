import { narrowed, type Resolve, type Schema, type Sides, widened } from './breaking-schemas.ts'

interface Media {
  readonly schema: Schema
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}
interface Reference {
  readonly $ref: string
}
interface Response {
  readonly content?: Readonly<Record<string, Media>>
}
interface Operation {
  readonly operationId: string
  readonly security?: readonly object[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Response | Reference>>
}

/** An OpenAPI document, as far as a client depends on it. */
export interface ApiDocument {
  /** Of the calls that state none. */
  readonly security?: readonly object[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

/**
 * Every change that breaks a client written for the document before: a call, a parameter, a content type or a field that is
 * gone, has another name or another type, or is refused without something that was not needed. What is added breaks none:
 * calls, optional fields, fields of answers, values of a list in an answer, codes of refusals.
 */
export function breakingChanges(before: ApiDocument, after: ApiDocument): readonly string[] {
  return Object.entries(before.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, old]) => {
      const name = `${method.toUpperCase()} ${path}`
      const now = after.paths[path]?.[method]
      return now === undefined ? [`${name} is gone`] : ofOperation(name, old, now, before, after)
    }),
  )
}

function ofOperation(name: string, old: Operation, now: Operation, before: ApiDocument, after: ApiDocument) {
  const sides: Sides = { before: resolverOf(before), after: resolverOf(after) }
  const oldParameters = parametersOf(old, before)
  const newParameters = parametersOf(now, after)
  return [
    ...(old.operationId === now.operationId ? [] : [`${name} has another name: ${now.operationId}`]),
    ...securityOf(old, before)
      .filter((each) => !securityOf(now, after).includes(each))
      .map((each) => `${name} does not take ${each} any more`),
    ...[...oldParameters].flatMap(([key, one]) => {
      const other = newParameters.get(key)
      if (other === undefined) return [`${name}: the parameter ${key} is gone`]
      return [
        ...(other.required && !one.required ? [`${name}: the parameter ${key} is required now`] : []),
        ...narrowed(one.schema, other.schema, `${name} ${key}`, sides),
      ]
    }),
    ...[...newParameters]
      .filter(([key, { required }]) => required && !oldParameters.has(key))
      .map(([key]) => `${name}: the parameter ${key} is required now`),
    ...ofBody(name, old, now, sides),
    ...ofSuccess(name, answersOf(old, before), answersOf(now, after), sides),
  ]
}

const securityOf = ({ security }: Operation, document: ApiDocument): readonly string[] =>
  (security ?? document.security ?? []).map((each) => JSON.stringify(each))

function ofBody(name: string, old: Operation, now: Operation, sides: Sides): readonly string[] {
  const required = now.requestBody?.required && !old.requestBody?.required ? [`${name}: a body is required now`] : []
  return [
    ...required,
    ...ofContent(`${name} body`, old.requestBody?.content, now.requestBody?.content, sides, narrowed),
  ]
}

type Answers = Readonly<Record<string, Response>>

const answersOf = ({ responses }: Operation, document: ApiDocument): Answers =>
  Object.fromEntries(
    Object.entries(responses).map(([status, each]) => [
      status,
      '$ref' in each ? (part(document, each.$ref) as Response) : each,
    ]),
  )

/** Refusals are left out: a client takes any status and code there. */
function ofSuccess(name: string, old: Answers, now: Answers, sides: Sides): readonly string[] {
  return Object.entries(old)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content }]) => {
      const other = now[status]
      if (other === undefined) return [`${name} does not answer ${status} any more`]
      return ofContent(`${name} ${status}`, content, other.content, sides, widened)
    })
}

function ofContent(
  at: string,
  old: Readonly<Record<string, Media>> | undefined,
  now: Readonly<Record<string, Media>> | undefined,
  sides: Sides,
  compare: typeof widened,
): readonly string[] {
  return Object.entries(old ?? {}).flatMap(([type, { schema }]) => {
    const other = now?.[type]
    return other === undefined ? [`${at}: ${type} is gone`] : compare(schema, other.schema, at, sides)
  })
}

function parametersOf({ parameters = [] }: Operation, document: ApiDocument): ReadonlyMap<string, Parameter> {
  const whole = parameters.map((each) => ('$ref' in each ? (part(document, each.$ref) as Parameter) : each))
  return new Map(whole.map((each) => [`${each.in} ${each.name}`, each]))
}

const resolverOf =
  (document: ApiDocument): Resolve =>
  (schema) =>
    schema.$ref === undefined ? schema : (part(document, schema.$ref) as Schema)

function part({ components }: ApiDocument, reference: string): unknown {
  const [, , kind = '', name = ''] = reference.split('/')
  return components[kind]?.[name]
}
