import { z } from 'zod'

type RawIssue = z.core.$ZodRawIssue

export const dateAndTime = 'must be a date and time such as 2027-01-31T12:00:00Z'

const types: Readonly<Record<string, string>> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  date: dateAndTime,
  null: 'must be null',
}

const formats: Readonly<Record<string, string>> = {
  email: 'must be an email address',
  url: 'must be a URL that starts with https:// or http://',
  uuid: 'must be a UUID',
  ipv4: 'must be an IP address',
  ipv6: 'must be an IP address',
  datetime: dateAndTime,
}

const notRight = 'has the wrong format'

/**
 * What is wrong with a value, as the end of a sentence that starts with the field's name: "must be text". Maps all zod
 * issues to messages; a message given at the schema itself takes precedence.
 */
function validationMessage(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : (types[issue.expected] ?? notRight)
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'invalid_format':
      return formats[issue.format] ?? notRight
    case 'invalid_value':
      return oneOf(issue.values)
    case 'unrecognized_keys':
      return 'is unknown'
    case 'invalid_key':
      return issue.issues[0]?.message ?? notRight
    case 'invalid_union':
      return issue.input === undefined ? 'is required' : oneOf((issue.options as readonly unknown[] | undefined) ?? [])
    default:
      return notRight
  }
}

interface Bounds {
  readonly origin: string
  readonly inclusive?: boolean | undefined
  readonly maximum?: number | bigint
  readonly minimum?: number | bigint
}

function tooBig({ origin, maximum = 0, inclusive }: Bounds): string {
  if (origin === 'string') return `must be ${digits(maximum)} characters or fewer`
  if (origin === 'array') return `must have ${counted(maximum)} or fewer`
  return `must be ${inclusive === false ? `less than ${digits(maximum)}` : `${digits(maximum)} or less`}`
}

function tooSmall({ origin, minimum = 0, inclusive }: Bounds): string {
  if (origin === 'string') return minimum === 1 ? 'is required' : `must be at least ${digits(minimum)} characters`
  if (origin === 'array') return `must have ${counted(minimum)} or more`
  return `must be ${inclusive === false ? `more than ${digits(minimum)}` : `${digits(minimum)} or more`}`
}

const digits = (value: number | bigint) => value.toLocaleString('en-US')
const counted = (count: number | bigint) => `${digits(count)} ${Number(count) === 1 ? 'item' : 'items'}`

/** "must be open, license or closed" */
function oneOf(values: readonly unknown[]): string {
  const names = values.map((value) => (value === '' ? 'empty' : String(value)))
  const last = names.pop()
  if (last === undefined) return notRight
  return `must be ${names.length === 0 ? last : `${names.join(', ')} or ${last}`}`
}

z.config({ customError: validationMessage })
