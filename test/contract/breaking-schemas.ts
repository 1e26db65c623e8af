/** A JSON schema, as far as the document uses it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly format?: string
  readonly [limit: string]: unknown
}

/** The schema that a reference of its document means. */
export type Resolve = (schema: Schema) => Schema

/** Both documents' ways to resolve references. */
export interface Sides {
  readonly before: Resolve
  readonly after: Resolve
}

const typesOf = ({ type }: Schema): readonly string[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type
const valuesOf = (schema: Schema) => ('const' in schema ? [schema.const] : schema.enum)

/** Why what a client sends is refused now, although it was taken before. */
export function narrowed(oldSchema: Schema, newSchema: Schema, at: string, sides: Sides): readonly string[] {
  const before = sides.before(oldSchema)
  const after = sides.after(newSchema)
  const oldForms = formsOf(before)
  const newForms = formsOf(after)
  if (oldForms.length > 1 || newForms.length > 1) {
    // Each form that was taken must still be taken as one of the forms.
    return oldForms
      .filter((one) => !newForms.some((other) => narrowed(one, other, at, sides).length === 0))
      .map((_form, place) => `${at}: one of its forms is not taken any more (${place + 1})`)
  }
  const lostTypes = typesOf(after).length === 0 ? [] : missingTypes(typesOf(before), typesOf(after))
  const allowed = valuesOf(after)
  const lostValues = allowed && (valuesOf(before) ?? ['any text']).filter((value) => !allowed.includes(value))
  const known = after.properties ?? {}
  const lostFields =
    after.additionalProperties === false ? Object.keys(before.properties ?? {}).filter((name) => !(name in known)) : []
  const needed = (after.required ?? []).filter((name) => !before.required?.includes(name))
  return [
    ...lostTypes.map((type) => `${at}: ${type} is not taken any more`),
    ...(lostValues ?? []).map((value) => `${at}: ${String(value)} is not taken any more`),
    ...lostFields.map((name) => `${at}.${name} is not taken any more`),
    ...needed.map((name) => `${at}.${name} is required now`),
    ...limits.flatMap(([name, isTighter]) =>
      isTighter(before[name], after[name]) ? [`${at}: ${name} is tighter`] : [],
    ),
    ...inner(before, after, at, (one, other, place) => narrowed(one, other, place, sides)),
  ]
}

/** Why what a client reads is not there, or is something else. New fields and new values of a list are no break. */
export function widened(oldSchema: Schema, newSchema: Schema, at: string, sides: Sides): readonly string[] {
  const before = sides.before(oldSchema)
  const after = sides.after(newSchema)
  const oldForms = formsOf(before)
  const newForms = formsOf(after)
  if (oldForms.length > 1 || newForms.length > 1) {
    return newForms
      .filter((one) => !oldForms.some((other) => widened(other, one, at, sides).length === 0))
      .map((_form, place) => `${at}: one of its forms is new (${place + 1})`)
  }
  const known = after.properties ?? {}
  const newTypes = typesOf(before).length === 0 ? [] : missingTypes(typesOf(after), typesOf(before))
  const isUntyped = typesOf(before).length > 0 && typesOf(after).length === 0 && !('const' in after)
  const lost = Object.keys(before.properties ?? {}).filter((name) => !(name in known))
  const optional = (before.required ?? []).filter((name) => name in known && !after.required?.includes(name))
  return [
    ...newTypes.map((type) => `${at}: can be ${type} now`),
    ...(isUntyped ? [`${at}: can be anything now`] : []),
    ...(before.format !== after.format ? [`${at}: has another format`] : []),
    ...lost.map((name) => `${at}.${name} is gone`),
    ...optional.map((name) => `${at}.${name} can be missing now`),
    ...inner(before, after, at, (one, other, place) => widened(one, other, place, sides)),
  ]
}

const formsOf = (schema: Schema): readonly Schema[] => schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [schema]

/** An integer is a number. */
const missingTypes = (wanted: readonly string[], offered: readonly string[]) =>
  wanted.filter((type) => !offered.includes(type) && !(type === 'integer' && offered.includes('number')))

const isLower = (before: unknown, after: unknown) => typeof after === 'number' && !(Number(before) <= after)
const isHigher = (before: unknown, after: unknown) => typeof after === 'number' && !(Number(before) >= after)
const isOther = (before: unknown, after: unknown) => after !== undefined && before !== after

const limits = [
  ...(['maximum', 'maxLength', 'maxItems'] as const).map((name) => [name, isLower] as const),
  ...(['minimum', 'exclusiveMinimum', 'minLength', 'minItems'] as const).map((name) => [name, isHigher] as const),
  ['pattern', isOther] as const,
]

type Compare = (before: Schema, after: Schema, at: string) => readonly string[]

/** What both have: fields by their names, and the items of a list. */
function inner(before: Schema, after: Schema, at: string, compare: Compare): readonly string[] {
  const fields = Object.entries(before.properties ?? {}).flatMap(([name, one]) => {
    const other = after.properties?.[name]
    return other === undefined ? [] : compare(one, other, `${at}.${name}`)
  })
  const items = before.items && after.items ? compare(before.items, after.items, `${at}[]`) : []
  return [...fields, ...items]
}
