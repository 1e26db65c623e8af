import type { z } from 'zod'

/** The error of one field. */
export interface ValidationError {
  /** Path in the body, with indexes of lists: `permissions.0`. Empty for the body itself. */
  readonly field: string
  /** The end of a sentence that begins with the field's name, or a whole sentence with a capital letter. */
  readonly text: string
}

/** The parts of a zod issue used here; the validator passes them on in its own form. */
interface Issue {
  readonly code?: string | undefined
  readonly path: readonly PropertyKey[]
  readonly message: string
  /** For a union: the issues of each variant. */
  readonly errors?: readonly (readonly z.core.$ZodIssue[])[] | undefined
  /** Unknown field names. */
  readonly keys?: readonly string[] | undefined
}

export const notAnObject = 'The body must be a JSON object.'

/** All errors in order. For a union, those of the variant that fits best. */
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

/** The variant of the right type with the fewest issues; the first of equals. */
function bestVariant(variants: readonly (readonly z.core.$ZodIssue[])[]) {
  const isOtherType = (issues: readonly z.core.$ZodIssue[]) =>
    issues.some(({ code, path }) => path.length === 0 && code === 'invalid_type')
  const fitting = variants.filter((issues) => !isOtherType(issues))
  const [best] = (fitting.length > 0 ? fitting : variants).toSorted((one, other) => one.length - other.length)
  return best
}

/** An error as the message of a response, with the label that people know the field by. */
export function asMessage(field: string, text: string): string {
  if (isSentence(text)) return text
  return text === 'is unknown' ? `Unknown field ${quoted(field)}.` : `${nameOf(field)} ${text}.`
}

/** An error as shown beside its field, without the field's name. */
export function asField(text: string): string {
  if (isSentence(text)) return text
  if (text === 'is unknown') return 'Unknown field.'
  const shortened = text.replace(/^is /, '')
  return `${shortened.charAt(0).toUpperCase()}${shortened.slice(1)}.`
}

const isSentence = (text: string) => /^[A-Z]/.test(text)

/** The label on the screen; fields without one are quoted. */
function nameOf(field: string): string {
  const [first = '', ...rest] = field.split('.')
  return (rest.every((part) => /^\d+$/.test(part)) && fieldLabels[first]) || quoted(field)
}

const longestName = 64
const quoted = (name: string) => `“${name.slice(0, longestName)}”`

/** The labels of request fields in the dashboard. */
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
  deviceLimit: 'Devices per User',
  hwidTolerance: 'Hardware Tolerance',
  deviceReleaseDays: 'Days between releases',
  downloadUrl: 'Download URL',
  email: 'Email',
  event: 'Event',
  events: 'Events',
  expiresAt: 'Expiry',
  firstName: 'First Name',
  format: 'Format',
  graceDays: 'Grace Days',
  hwid: 'Hardware ID',
  hwidLockEnabled: 'HWID Lock',
  ip: 'IP Address',
  isActive: 'Active',
  isHwidLocked: 'HWID Lock',
  lastName: 'Last Name',
  leaseHours: 'Lease Hours',
  licenseKey: 'License Key',
  license_key: 'License Key',
  logo: 'Logo',
  mask: 'Mask',
  maxDevices: 'Devices per User',
  maxSessions: 'Live Sessions',
  maxUsers: 'Max Users',
  minPasswordLength: 'Minimum Password Length',
  name: 'Name',
  newPassword: 'New Password',
  new_password: 'New Password',
  offlineStart: 'Offline Start',
  old_password: 'Current Password',
  overlapHours: 'Overlap Hours',
  password: 'Password',
  permissions: 'Permissions',
  portalColor: 'Color',
  portalEnabled: 'Portal is open',
  portalName: 'Name',
  portalSlug: 'Address',
  portalSupportUrl: 'Support link',
  portalWelcome: 'Welcome text',
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
