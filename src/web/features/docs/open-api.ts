/** The parts of the OpenAPI document that are shown. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly 'x-token-action'?: string
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: Schema
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

/** The parts of a JSON Schema that are shown. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
}

/** An endpoint in the list. */
export interface Call {
  /** Its anchor. */
  readonly id: string
  readonly method: string
  readonly path: string
  readonly group: string
  readonly operation: Operation
  /** Authenticated by an API key, so it can be tried from the page. */
  readonly isPublic: boolean
}

/** The endpoints, grouped by the document's tags. */
export function callsOf(document: OpenApi): readonly (readonly [string, readonly Call[]])[] {
  const groups = new Map<string, Call[]>()
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const group = operation.tags?.[0] ?? 'other'
      const id = `call-${method}${path.replaceAll(/[^A-Za-z0-9]+/g, '-').replace(/-$/, '')}`
      const isPublic = operation.security?.some((scheme) => 'apiKey' in scheme) ?? false
      const call = { id, method: method.toUpperCase(), path, group, operation, isPublic }
      groups.set(group, [...(groups.get(group) ?? []), call])
    }
  }
  return [...groups].sort(([a], [b]) => Number(b === 'public') - Number(a === 'public') || a.localeCompare(b))
}

export const bodyOf = (content: Content | undefined): Schema | undefined =>
  Object.values(content?.content ?? {})[0]?.schema

/** A schema in short: `text`, `"a" | "b"`, `{ name: text, email?: text }`. */
export function shapeOf(schema: Schema | undefined, indent = ''): string {
  if (schema === undefined) return 'anything'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const either = schema.anyOf ?? schema.oneOf
  if (either !== undefined) return [...new Set(either.map((one) => shapeOf(one, indent)))].join(' | ')
  if (schema.properties !== undefined) {
    const inner = `${indent}  `
    const fields = Object.entries(schema.properties).map(
      ([name, field]) => `${inner}${name}${schema.required?.includes(name) ? '' : '?'}: ${shapeOf(field, inner)}`,
    )
    return `{\n${fields.join('\n')}\n${indent}}`
  }
  if (schema.items !== undefined) return `list of ${shapeOf(schema.items, indent)}`
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : String(schema.type ?? 'anything')
  return schema.format === undefined ? type : `${type} (${schema.format})`
}
