import type { z } from 'zod'

/** What is wrong with one field. */
export interface ValidationError {
  /** As it stands in the body, places of a list included: `permissions.0`. '' is the body itself. */
  readonly field: string
  /** The end of a sentence that begins with the field's name, or a sentence of its own with a capital letter. */
  readonly text: string
}

/** The part of zod's issues that is looked at; the validator hands them on in a form of its own. */
interface Issue {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message: string
  /** Of a union: what each of its variants found. */
  readonly errors?: readonly (readonly z.core.$ZodIssue[])[] | undefined
  /** The names that the schema does not know. */
  readonly keys?: readonly string[] | undefined
}

export const notAnObject = 'The body must be a JSON object.'

/** Every fault in the order in which it was found. Of a union's variants the one counts that fits best. */
export function validationErrorsOf(issues: readonly Issue[], inside: readonly PropertyKey[] = []): ValidationError[] {
  return issues.flatMap((issue) => {
    const path = [...inside, ...issue.path]
    if (issue.code === 'unrecognized_keys') {
      return (issue.keys ?? []).map((key) => ({ field: [...path, key].join('.'), text: issue.message }))
    }
    const variant = bestVariant(issue.errors ?? [])
    if (variant) return validationErrorsOf(variant, path)
    return [{ field: path.join('.'), text: issue.message }]
  })
}

/** One that is at least of the sent type, and of those the one with the fewest faults; the first of equals. */
function bestVariant(variants: readonly (readonly z.core.$ZodIssue[])[]) {
  const isOtherType = (issues: readonly z.core.$ZodIssue[]) =>
    issues.some(({ code, path }) => path.length === 0 && code === 'invalid_type')
  const fitting = variants.filter((issues) => !isOtherType(issues))
  const [best] = (fitting.length > 0 ? fitting : variants).toSorted((one, other) => one.length - other.length)
  return best
}

/** A fault as the message of a refusal: with the name that people know the field by. */
export function asMessage(field: string, text: string): string {
  if (isSentence(text)) return text
  return text === 'is unknown' ? `Unknown field ${quoted(field)}.` : `${nameOf(field)} ${text}.`
}

/** A fault as it is shown beside its field, whose name is read there. */
export function asField(text: string): string {
  if (isSentence(text)) return text
  if (text === 'is unknown') return 'Unknown field.'
  const shortened = text.replace(/^is /, '')
  return `${shortened.charAt(0).toUpperCase()}${shortened.slice(1)}.`
}

const isSentence = (text: string) => /^[A-Z]/.test(text)

/** Its label on the screen; a field that no screen shows is quoted. */
function nameOf(field: string): string {
  const [first = '', ...rest] = field.split('.')
  return (rest.every((part) => /^\d+$/.test(part)) && fieldLabels[first]) || quoted(field)
}

const longestName = 64
const quoted = (name: string) => `“${name.slice(0, longestName)}”`

/** How the dashboard names the fields of its requests. */
const fieldLabels: Readonly<Record<string, string>> = {
  action: 'Action',
  actions: 'Actions',
  activityDays: 'Activity Days',
  activityRows: 'Activity Rows',
  applicationId: 'Application',
  applicationIds: 'Applications',
  code: 'Code',
  count: 'Number of Keys',
  currentPassword: 'Current Password',
  days: 'Days',
  description: 'Description',
  downloadUrl: 'Download URL',
  email: 'Email',
  event: 'Event',
  events: 'Events',
  expiresAt: 'Expiry',
  firstName: 'First Name',
  format: 'Format',
  hwid: 'Hardware ID',
  hwidLockEnabled: 'HWID Lock',
  ip: 'IP Address',
  isActive: 'Active',
  isHwidLocked: 'HWID Lock',
  lastName: 'Last Name',
  leaseHours: 'Lease Hours',
  licenseKey: 'License Key',
  mask: 'Mask',
  maxUsers: 'Max Users',
  minPasswordLength: 'Minimum Password Length',
  name: 'Name',
  newPassword: 'New Password',
  overlapHours: 'Overlap Hours',
  password: 'Password',
  permissions: 'Permissions',
  reason: 'Reason',
  registrationDays: 'Registration Days',
  registrationMode: 'Registration Mode',
  role: 'Role',
  secret: 'Secret',
  sessionLimit: 'Session Limit',
  sessionLimitPolicy: 'Session Limit Policy',
  source: 'Source',
  type: 'Type',
  url: 'URL',
  username: 'Username',
  validityDays: 'Validity Days',
  validityStart: 'Validity Start',
  value: 'Value',
  version: 'Version',
}
