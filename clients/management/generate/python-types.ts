import type { ManagementDocument, Part } from './management-document.ts'

/** Writes Python types for schemas; what has fields becomes a `TypedDict` of its own. */
export interface PythonTypes {
  /** The type of a schema. One that needs a definition gets this name. */
  of(schema: Part, name: string): string
  /** Every definition so far, each after those that it needs. */
  definitions(): string
}

export function pythonTypes({ components }: ManagementDocument): PythonTypes {
  const defined = new Map<string, string>()

  const named = (name: string): string => {
    const schema = components.schemas?.[name]
    if (schema === undefined) throw new Error(`The document has no schema ${name}`)
    if (defined.has(name)) return name
    const type = of(schema, name)
    if (type !== name) define(name, `${name} = ${type}\n`)
    return name
  }

  const define = (name: string, text: string) => {
    if (defined.has(name)) throw new Error(`Two Python types are called ${name}`)
    defined.set(name, text)
    return name
  }

  function of(schema: Part, name: string): string {
    if (typeof schema.$ref === 'string') return named(schema.$ref.split('/').at(-1) ?? '')
    const forms = (schema.anyOf ?? schema.oneOf) as readonly Part[] | undefined
    if (forms !== undefined) {
      const isOne = forms.filter(({ type }) => type !== 'null').length === 1
      return union(forms.map((form, place) => of(form, isOne ? name : `${name}${place + 1}`)))
    }
    if ('const' in schema) return literal([schema.const])
    if (Array.isArray(schema.enum)) return literal(schema.enum)
    const types = (Array.isArray(schema.type) ? schema.type : [schema.type]) as readonly (string | undefined)[]
    return union(types.map((type) => plain(type, schema, name)))
  }

  function plain(type: string | undefined, schema: Part, name: string): string {
    if (type === 'array') return `List[${of((schema.items ?? {}) as Part, `${name}Item`)}]`
    if (type !== 'object') return simpleTypes[type ?? ''] ?? 'Any'
    const fields = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Part>>)
    if (fields.length === 0) {
      const rest = schema.additionalProperties
      return `Dict[str, ${typeof rest === 'object' && rest !== null ? of(rest as Part, `${name}Value`) : 'Any'}]`
    }
    const required = (schema.required ?? []) as readonly string[]
    const rows = fields.map(([field, each]) => ({
      field,
      type: of(each, name + field.charAt(0).toUpperCase() + field.slice(1)),
      isRequired: required.includes(field),
    }))
    return define(name, typedDict(name, rows))
  }

  return { of, definitions: () => [...defined.values()].join('\n\n') }
}

const simpleTypes: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
}

interface Row {
  readonly field: string
  readonly type: string
  readonly isRequired: boolean
}

/** Before Python 3.11 only a whole class is required or not, so one with both kinds of fields has two parts. */
function typedDict(name: string, rows: readonly Row[]): string {
  const required = rows.filter(({ isRequired }) => isRequired)
  const optional = rows.filter(({ isRequired }) => !isRequired)
  if (optional.length === 0) return partOf(name, required, true)
  if (required.length === 0) return partOf(name, optional, false)
  const parts = [partOf(`_${name}Required`, required, true), partOf(`_${name}Optional`, optional, false)]
  return `${parts.join('\n\n')}\n\nclass ${name}(_${name}Required, _${name}Optional):\n    pass\n`
}

/** A field may be called as a keyword of Python (`from`), which no class can have. */
function partOf(name: string, rows: readonly Row[], isTotal: boolean): string {
  if (rows.some(({ field }) => keywords.includes(field))) {
    const fields = rows.map(({ field, type }) => `    "${field}": ${type},\n`).join('')
    return `${name} = TypedDict("${name}", {\n${fields}}${isTotal ? '' : ', total=False'})\n`
  }
  const fields = rows.map(({ field, type }) => `    ${field}: ${type}\n`).join('')
  return `class ${name}(TypedDict${isTotal ? '' : ', total=False'}):\n${fields}`
}

/** Python's own words, which no field or argument can be called. */
export const keywords: readonly string[] =
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  )

function union(types: readonly string[]): string {
  const all = [...new Set(types)]
  const others = all.filter((type) => type !== 'None')
  const [first = 'None'] = others
  const some = others.length < 2 ? first : `Union[${others.join(', ')}]`
  return all.includes('None') && others.length > 0 ? `Optional[${some}]` : some
}

const literal = (values: readonly unknown[]) =>
  `Literal[${values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : pythonValue(value))).join(', ')}]`

const pythonValue = (value: unknown) => (value === true ? 'True' : value === false ? 'False' : String(value ?? 'None'))
