import type { Json } from './json-schema.ts'
import { pascal } from './pascal.ts'

type Operations = Readonly<Record<string, Json>>

interface Shared {
  readonly paths: Readonly<Record<string, Operations>>
  readonly parameters: Readonly<Record<string, Json>>
  readonly responses: Readonly<Record<string, Json>>
}

/** Every parameter and response that several calls have stands once in the components; the calls refer to it. */
export function shareRepeated(paths: Readonly<Record<string, Operations>>): Shared {
  const parameters = collect('parameters')
  const responses = collect('responses')
  const each = (change: (path: string, operation: Json) => Json) =>
    mapValues(paths, (operations, path) => mapValues(operations, (operation) => change(path, operation)))

  each((path, operation) => {
    for (const parameter of parametersOf(operation)) parameters.add(parameter, parameterName(path, parameter))
    for (const response of Object.values(responsesOf(operation))) responses.add(response, responseName(response))
    return operation
  })
  const written = each((_path, operation) => ({
    ...operation,
    ...('parameters' in operation && { parameters: parametersOf(operation).map(parameters.refer) }),
    responses: mapValues(responsesOf(operation), responses.refer),
  }))
  return { paths: written, parameters: parameters.components(), responses: responses.components() }
}

const parametersOf = ({ parameters = [] }: Json) => parameters as readonly Json[]
const responsesOf = ({ responses = {} }: Json) => responses as Readonly<Record<string, Json>>

const mapValues = <V, R>(record: Readonly<Record<string, V>>, change: (value: V, key: string) => R) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))

/** Counts equal parts, and gives each that stands more than once a name of its own. */
function collect(kind: 'parameters' | 'responses') {
  const seen = new Map<string, { readonly part: Json; readonly name: string; count: number }>()
  const names = new Map<string, string>()

  const nameAll = () => {
    const taken = new Set<string>()
    for (const [text, { name, count }] of seen) {
      if (count < 2) continue
      let free = name
      for (let number = 2; taken.has(free); number += 1) free = `${name}${number}`
      taken.add(free)
      names.set(text, free)
    }
  }
  return {
    /** What refers to a component already is left as it is. */
    add(part: Json, name: string): void {
      if ('$ref' in part) return
      const text = JSON.stringify(part)
      const known = seen.get(text) ?? { part, name, count: 0 }
      known.count += 1
      seen.set(text, known)
    },
    refer(part: Json): Json {
      if (names.size === 0) nameAll()
      const name = names.get(JSON.stringify(part))
      return name === undefined ? part : { $ref: `#/components/${kind}/${name}` }
    },
    components(): Readonly<Record<string, Json>> {
      return Object.fromEntries([...names].map(([text, name]) => [name, seen.get(text)?.part ?? {}]))
    },
  }
}

/** An ID in a path is named after what it is of: `/applications/{id}` is `ApplicationsId`. */
function parameterName(path: string, { name, in: place }: Json): string {
  const owner = place === 'path' && name === 'id' ? path.split('/{id}')[0]?.split('/').at(-1) : ''
  return pascal(`${owner}-${String(name)}`)
}

/** A refusal is named after the first code that it explains and the number of the others, a success after what it returns. */
function responseName({ content, description }: Json): string {
  const text = JSON.stringify(content ?? '')
  const codes = [...String(description).matchAll(/^`(\w+)`:/gm)].map(([, code]) => code)
  const [first] = codes
  if (first !== undefined) {
    const isPublic = text.includes('/Refusal"')
    return `${isPublic ? 'Client' : ''}${pascal(first)}${codes.length > 1 ? `And${codes.length - 1}` : ''}`
  }
  const returned = /"\$ref":"#\/components\/schemas\/(\w+)"/.exec(text)?.[1] ?? 'Answer'
  return `${String(description).startsWith('Accepted') ? 'Accepted' : ''}${returned}${text.includes('"array"') ? 'List' : ''}`
}
