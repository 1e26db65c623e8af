import type { RouteDef } from '../../../shared/contract/route.ts'
import { type ErrorCode, errors } from '../../../shared/errors.ts'
import { type OutcomeCode, outcomes } from '../../../shared/outcomes.ts'

type RefusalCode = ErrorCode | OutcomeCode

const outcomeRows = new Map<string, { readonly status: number; readonly message: string }>(
  Object.values(outcomes).map((row) => [row.code, row]),
)

/** Status and text of a code, in the API that the call belongs to. */
function rowOf(code: RefusalCode, saysOutcomes: boolean): { readonly status: number; readonly message: string } {
  const outcome = outcomeRows.get(code)
  if (saysOutcomes && outcome) return outcome
  const [status, message] = errors[code as ErrorCode]
  return { status, message }
}

/** A refusal as the document shows it. */
export interface ShownRefusal {
  readonly status: number
  readonly code: RefusalCode
  readonly message: string
  /** Every call of this kind has it. */
  readonly isShared: boolean
}

/** Every refusal of a call by its status, in ascending order. */
export function refusalsOf(key: string, route: RouteDef): ReadonlyMap<number, readonly ShownRefusal[]> {
  const codes = new Set<RefusalCode>([...sharedCodes(key, route), ...ownCodes(key, route)])
  const byStatus = new Map<number, ShownRefusal[]>()
  for (const refusal of shown(key, route, codes)) {
    byStatus.set(refusal.status, [...(byStatus.get(refusal.status) ?? []), refusal])
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b))
}

/** What refuses every call of this kind, in ascending order of their statuses. */
export const refusalsOfKind = (key: string, route: RouteDef): readonly ShownRefusal[] =>
  [...new Set(sharedCodes(key, route))]
    .map((code) => ({ code, ...rowOf(code, false), isShared: true }))
    .sort((a, b) => a.status - b.status)

/** The statuses that a call has refusals of its own with, beside those of its kind. */
export const ownStatuses = (key: string, route: RouteDef): ReadonlySet<number> =>
  new Set(
    shown(key, route, ownCodes(key, route))
      .filter(({ isShared }) => !isShared)
      .map(({ status }) => status),
  )

const sharedCodes = (key: string, route: RouteDef) => (route.auth === 'api-key' ? ofPublicCalls : ofKind(key, route))

function shown(key: string, route: RouteDef, codes: Iterable<RefusalCode>): readonly ShownRefusal[] {
  const shared = new Set<RefusalCode>(sharedCodes(key, route))
  const saysOutcomes = route.auth === 'api-key' || key.includes(' /api/portal/')
  return [...codes].map((code) => ({ code, ...rowOf(code, saysOutcomes), isShared: shared.has(code) }))
}

/** What refuses any call of the public API. */
const ofPublicCalls: readonly RefusalCode[] = [
  'invalid_request',
  'invalid_api_key',
  'application_offline',
  'application_not_found',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'unavailable',
]

/** What refuses one call, because of what it is about and what it does. */
const ownCodes = (key: string, { auth, refuses = [] }: RouteDef): readonly RefusalCode[] => [
  ...(auth === 'api-key' ? [] : missing.flatMap(([path, code]) => pick(path.test(key), code))),
  ...refuses,
]

/** What refuses a call of the dashboard API because of its kind. */
function ofKind(key: string, { auth, right, isIdempotent }: RouteDef): readonly RefusalCode[] {
  const isRead = key.startsWith('GET ')
  const isSession = auth === 'session'
  return [
    'invalid_request',
    ...pick(isSession || auth === 'admin', 'not_signed_in', 'other_account', 'permission_missing'),
    ...pick(isSession, 'invalid_token', 'token_not_allowed'),
    ...pick(auth === 'portal', 'not_signed_in', 'portal_not_found'),
    ...pick(auth === 'admin', 'invalid_admin_key'),
    ...pick(right !== undefined, 'application_not_found'),
    ...pick(!isRead, 'cross_site_request', 'payload_too_large', 'unsupported_media_type', 'disk_full'),
    ...pick(isIdempotent === true, 'idempotency_in_flight', 'idempotency_reused'),
    'rate_limited',
    'internal_error',
    'read_too_long',
    'unavailable',
  ]
}

const pick = (isSo: boolean, ...codes: readonly RefusalCode[]) => (isSo ? codes : [])

/** What a path names and may be missing. */
const missing: readonly (readonly [RegExp, ErrorCode])[] = [
  [/\/users\/:userId/, 'user_not_found'],
  [/\/devices\/:deviceId/, 'device_not_found'],
  [/\/licenses\/:licenseId/, 'license_not_found'],
  [/\/presets\/:presetId/, 'preset_not_found'],
  [/\/offline-licenses\/:fileId/, 'offline_license_not_found'],
  [/\/shops\/:shopId/, 'shop_not_found'],
  [/\/calls\/:callId/, 'shop_call_not_found'],
  [/\/orders\/:orderId/, 'order_not_found'],
  [/\/api-keys\/:keyId/, 'api_key_not_found'],
  [/\/signing-keys\/:number/, 'signing_key_not_found'],
  [/\/operations\/:operationId/, 'operation_not_found'],
  [/\/sessions\/:/, 'session_not_found'],
  [/\/members\/:accountId/, 'member_not_found'],
  [/\/member-invites\/:inviteId/, 'invite_not_found'],
  [/\/webhooks\/:id/, 'webhook_not_found'],
  [/\/deliveries\/:deliveryId/, 'delivery_not_found'],
  [/\/blacklist\/:id/, 'blacklist_entry_not_found'],
  [/\/passkeys\/:id/, 'passkey_not_found'],
  [/\/tokens\/:id/, 'token_not_found'],
  [/\/views\/:viewId/, 'view_not_found'],
  [/\/backups\/:id/, 'backup_not_found'],
]
