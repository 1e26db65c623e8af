import type { JsonSchema } from '../../guide/json-schema.ts'
import { hostileStrings } from './hostile-values.ts'

/** The randomness of a run: numbers in [0, 1), reproducible from a seed. */
export class Chance {
  readonly #random: () => number

  constructor(random: () => number) {
    this.#random = random
  }

  /** True with this probability. */
  is(share: number): boolean {
    return this.#random() < share
  }

  /** A whole number from 0 to below the limit. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }

  of<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)]
    if (value === undefined && values.length === 0) throw new Error('nothing to choose from')
    return value as T
  }
}

/** Texts of which one fits most patterns of the contract. */
const samples = [
  ...['1', '7', '42', '100', 'true', 'false', '1.0', '2.1.3', 'AAAA', 'a', 'name', 'KW-****-****-****', 'user_login'],
  ...[
    'user_login,login_failed',
    `sess_${'Ab1'.repeat(11).slice(0, 32)}_1700000000`,
    'msg_01890000-0000-7000-8000-000000000000',
  ],
]

const dates = [
  '2026-01-01T00:00:00.000Z',
  '2030-06-30T12:00:00+02:00',
  '9999-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00Z',
]

/** A value that the schema accepts, or nearly: at the edges of what it allows as often as within. */
export function generateValue(schema: JsonSchema, chance: Chance, depth = 0): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return chance.of(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return generateValue(chance.of(choices), chance, depth)
  const type = Array.isArray(schema.type) ? chance.of(schema.type as readonly string[]) : schema.type
  if (type === 'object' || schema.properties) return generateObject(schema, chance, depth)
  if (type === 'array') return generateArray(schema, chance, depth)
  if (type === 'integer' || type === 'number') return generateNumber(schema, chance)
  if (type === 'boolean') return chance.is(0.5)
  if (type === 'null') return null
  return generateText(schema, chance)
}

function generateObject({ properties = {}, required = [] }: JsonSchema, chance: Chance, depth: number): object {
  const made: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(properties)) {
    if (required.includes(name) ? chance.is(0.98) : chance.is(0.5)) made[name] = generateValue(field, chance, depth + 1)
  }
  return made
}

function generateArray(
  { items = {}, minItems = 0, maxItems = 5 }: JsonSchema,
  chance: Chance,
  depth: number,
): unknown[] {
  const length = chance.is(0.1) ? Math.min(maxItems + 1, 200) : minItems + chance.below(Math.min(maxItems, 4) + 1)
  return depth > 8 ? [] : Array.from({ length }, () => generateValue(items, chance, depth + 1))
}

function generateNumber({ minimum = 0, maximum = 1000 }: JsonSchema, chance: Chance): number {
  const edges = [minimum, maximum, minimum - 1, maximum + 1, minimum + 1]
  return chance.is(0.4) ? chance.of(edges) : Math.floor(minimum + chance.below(Math.min(maximum - minimum, 1000) + 1))
}

function generateText({ format, pattern, minLength = 0, maxLength = 64 }: JsonSchema, chance: Chance): string {
  if (chance.is(0.1)) return chance.of(hostileStrings)
  if (format === 'email') return `someone${chance.below(1e6)}@example.com`
  if (format === 'date-time') return chance.of(dates)
  if (format === 'uuid') return '01890000-0000-7000-8000-000000000000'
  if (format === 'ipv4') return '203.0.113.7'
  if (format === 'ipv6') return '2001:db8::1'
  // Never a host name: no DNS lookup, no request to the outside.
  if (format === 'uri') return 'http://127.0.0.1:9/hook'
  if (pattern !== undefined) {
    const regex = new RegExp(pattern)
    const fitting = samples.filter((text) => regex.test(text))
    if (fitting.length > 0) return chance.of(fitting)
  }
  const length = chance.is(0.2) ? chance.of([minLength, maxLength, maxLength + 1]) : minLength + chance.below(24)
  const letters = chance.is(0.8) ? 'abcdefghijklmnopqrstuvwxyz0123456789 -_' : 'äÖ中文😀\u0301\u200d%&"\'\\'
  return Array.from({ length: Math.min(length, 2000) }, () => chance.of([...letters])).join('')
}
