import type { ManagementCall, ManagementDocument, Part } from './management-document.ts'
import { keywords, type PythonTypes, pythonTypes } from './python-types.ts'

const head = '# Generated from the OpenAPI document. Do not edit: see clients/management/README.md.\n'

/** The generated files of the Python client, by their names in its package. */
export function pythonFiles(document: ManagementDocument): Readonly<Record<string, string>> {
  const types = pythonTypes(document)
  const methods = Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => methodsOf({ method, path, call, document, types })),
  )
  const imports = 'from typing import Any, Dict, List, Literal, Optional, TypedDict, Union\n'
  const calls = [
    `${head}"""The calls of the management API, by the names that the OpenAPI document gives them."""\n`,
    'from typing import Any, BinaryIO, Dict, Iterator, List, Literal, Optional, Union\n',
    'from . import types as t\nfrom .transport import Transport\n\n\nclass Calls(Transport):',
    methods.join('\n'),
  ]
  return {
    'types.py': `${head}"""What the calls take and return."""\n\n${imports}\n\n${types.definitions()}`,
    'calls.py': calls.join('\n'),
  }
}

interface Writing {
  readonly method: string
  readonly path: string
  readonly call: ManagementCall
  readonly document: ManagementDocument
  readonly types: PythonTypes
}

interface Argument {
  /** As Python has it. */
  readonly name: string
  /** As it is sent. */
  readonly wire: string
  readonly type: string
  readonly isRequired: boolean
}

/** The method of a call, and for a list with pages a second one that goes through all of them. */
function methodsOf(writing: Writing): string {
  const { method, path, call, document, types } = writing
  const parameters = (call.parameters ?? []).map((each) => resolved(each, document))
  const pascalName = call.operationId.charAt(0).toUpperCase() + call.operationId.slice(1)
  const argument = (each: Part, name: string): Argument => ({
    name: snake(name),
    wire: String(each.name),
    type: qualified(types.of(each.schema as Part, pascalName + String(each.name))),
    isRequired: each.required === true,
  })
  const ids = parameters
    .filter((each) => each.in === 'path')
    .map((each) => argument(each, each.name === 'id' ? ownerOf(path) : String(each.name)))
  const query = parameters.filter((each) => each.in === 'query').map((each) => argument(each, String(each.name)))
  const body = bodyOf(call, pascalName, types)
  const shape = returned(call, pascalName, writing)
  const isIdempotent = parameters.some((each) => each.name === 'idempotency-key')
  const name = snake(call.operationId)
  const parts = { summary: call.summary, method, path, ids, body, isIdempotent, format: shape.format }
  const one = methodText({ ...parts, name, query, type: shape.type })
  const isPaged = query.some(({ wire }) => wire === 'cursor')
  if (!isPaged || !shape.type.startsWith('List[')) return one
  const row = shape.type.slice('List['.length, -1)
  const all = methodText({
    ...parts,
    summary: `${call.summary}: every row, page after page`,
    name: name.replace(/^list_/, 'iter_'),
    query: query.filter(({ wire }) => wire !== 'cursor'),
    type: `Iterator[${row}]`,
    format: 'rows',
  })
  return `${one}\n${all}`
}

interface Body {
  readonly type: string
  readonly isRequired: boolean
}

interface Method {
  readonly name: string
  readonly summary: string
  readonly method: string
  readonly path: string
  readonly ids: readonly Argument[]
  readonly query: readonly Argument[]
  readonly body: Body | undefined
  readonly isIdempotent: boolean
  readonly type: string
  /** What the transport makes of the answer. */
  readonly format: 'json' | 'file' | 'lines' | 'rows'
}

function methodText({ name, summary, method, path, ids, query, body, isIdempotent, type, format }: Method): string {
  const bodyArgument = body && `body: ${body.isRequired ? body.type : `Optional[${body.type}] = None`}`
  const queryArguments = [...query]
    .sort((a, b) => Number(b.isRequired) - Number(a.isRequired))
    .map((each) => `${each.name}: ${each.isRequired ? each.type : `${optional(each.type)} = None`}`)
  const given = [
    'self',
    ...ids.map((each) => `${each.name}: ${each.type}`),
    ...(bodyArgument === undefined ? [] : [bodyArgument]),
    ...(queryArguments.length > 0 ? ['*', ...queryArguments] : []),
    ...(isIdempotent ? [...(queryArguments.length > 0 ? [] : ['*']), 'idempotency_key: Optional[str] = None'] : []),
  ]
  const address = path.replaceAll(/\{(\w+)\}/g, (_all, wire: string) => {
    const argument = ids.find((each) => each.wire === wire)
    return `{self._part(${argument?.name})}`
  })
  const sent = [
    `"${method.toUpperCase()}"`,
    `${ids.length > 0 ? 'f' : ''}"${address}"`,
    ...(query.length > 0 ? [`query={${query.map((each) => `"${each.wire}": ${each.name}`).join(', ')}}`] : []),
    ...(body ? ['body=body'] : []),
    ...(isIdempotent ? ['idempotency_key=idempotency_key or self._new_key()'] : []),
  ]
  return [
    `    def ${name}(\n        ${given.join(',\n        ')},\n    ) -> ${type}:`,
    `        """${summary}."""`,
    `        return self._${format}(${sent.join(', ')})\n`,
  ].join('\n')
}

function bodyOf({ requestBody }: ManagementCall, name: string, types: PythonTypes): Body | undefined {
  if (requestBody === undefined) return undefined
  const media = requestBody.content as Readonly<Record<string, Part>>
  const json = media['application/json']
  if (json === undefined) throw new Error(`${name} takes no JSON, which this generator does not write`)
  return {
    type: qualified(types.of(json.schema as Part, `${name}Body`)),
    isRequired: requestBody.required === true,
  }
}

/** A file may be of any size, so it is given to be read. */
function returned(call: ManagementCall, name: string, { document, types }: Writing): Pick<Method, 'type' | 'format'> {
  const [, response] = Object.entries(call.responses).find(([status]) => status.startsWith('2')) ?? []
  const { content = {} } = resolved(response ?? {}, document) as {
    readonly content?: Readonly<Record<string, Part>>
  }
  if (Object.keys(content).length !== 1) return { type: 'BinaryIO', format: 'file' }
  const [[type, media] = []] = Object.entries(content)
  const shown = qualified(types.of((media?.schema ?? {}) as Part, `${name}Result`))
  if (type === 'application/x-ndjson') return { type: `Iterator[${shown}]`, format: 'lines' }
  if (type !== 'application/json') throw new Error(`${name} answers ${type}, which this generator does not write`)
  return { type: shown, format: 'json' }
}

function resolved(part: Part, { components }: ManagementDocument): Part {
  if (typeof part.$ref !== 'string') return part
  const [, , kind = '', name = ''] = part.$ref.split('/')
  return components[kind]?.[name] ?? {}
}

const typingNames = ['Any', 'Dict', 'List', 'Literal', 'Optional', 'Union', 'None', 'True', 'False']

/** Types of our own stand in a module of their own. */
const qualified = (type: string) =>
  type.replaceAll(/"[^"]*"|\b[A-Z]\w*/g, (word) =>
    word.startsWith('"') || typingNames.includes(word) ? word : `t.${word}`,
  )

const optional = (type: string) => (type.startsWith('Optional[') ? type : `Optional[${type}]`)

/** `/api/applications/{id}` takes an `application_id`. */
function ownerOf(path: string): string {
  const place = path.split('/{id}')[0]?.split('/').at(-1) ?? ''
  return `${place.replace(/s$/, '')}Id`
}

const snake = (name: string) => {
  const text = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return keywords.includes(text) ? `${text}_` : text
}
