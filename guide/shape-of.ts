import type { JsonSchema } from './json-schema.ts'

const number = (value: number) => value.toLocaleString('en-US')
const code = (value: unknown) => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``
/** zod's own bounds of whole numbers, which say nothing. */
const isBound = (value: number | undefined): value is number => value !== undefined && Math.abs(value) < 2 ** 52

/** A field's type in words: "text, at most 64 characters", "whole number from 1 to 36,500". */
export function shapeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ')
  const either = (schema.anyOf ?? schema.oneOf)?.filter((one) => !isBlank(one))
  if (either !== undefined) return [...new Set(either.map(shapeOf))].join(' or ')
  if (schema.properties !== undefined) {
    const fields = Object.entries(schema.properties).map(
      ([name, field]) => `\`${name}\`${schema.required?.includes(name) ? '' : '?'} (${shapeOf(field)})`,
    )
    return fields.length === 0 ? 'object' : `object with ${fields.join(', ')}`
  }
  if (schema.items !== undefined) return `list of ${shapeOf(schema.items)}${itemsOf(schema)}`
  return typeOf(schema)
}

/** White space in place of a value: the public API takes it as absent. */
const isBlank = ({ pattern }: JsonSchema) => pattern === '^\\s*$'

function typeOf(schema: JsonSchema): string {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'null') return '`null`'
  if (type === 'boolean') return '`true` or `false`'
  if (type === 'integer' || type === 'number')
    return `${type === 'integer' ? 'whole number' : 'number'}${rangeOf(schema)}`
  if (schema.format === 'datetime' || schema.format === 'date-time') return 'date and time, ISO 8601'
  if (schema.format === 'email') return 'email address'
  if (schema.format === 'uuid') return 'UUID'
  if (type === 'string' && schema.pattern?.startsWith('^[1-9]\\d')) return 'whole number'
  if (type === 'string') return `text${lengthOf(schema)}`
  return 'any value'
}

function rangeOf({ minimum, maximum }: JsonSchema): string {
  if (isBound(minimum) && isBound(maximum)) return ` from ${number(minimum)} to ${number(maximum)}`
  if (isBound(maximum)) return `, at most ${number(maximum)}`
  return isBound(minimum) ? `, at least ${number(minimum)}` : ''
}

const lengthOf = ({ maxLength }: JsonSchema) =>
  maxLength === undefined ? '' : `, at most ${number(maxLength)} characters`

const itemsOf = ({ maxItems }: JsonSchema) => (maxItems === undefined ? '' : `, at most ${number(maxItems)}`)
