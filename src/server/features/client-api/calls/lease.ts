import { hash } from 'node:crypto'
import type { Features } from '../../../../shared/contract/features.ts'
import { newRequestId } from '../../../http/request-id.ts'
import { isPlaceholderHwid } from '../../../lib/canonical.ts'
import type { AccessFacts } from '../../../store/hot/hot-store.ts'
import type { Call, ClientApiDeps } from '../client-call.ts'
import { effectiveExpiryMs, graceMsOf } from '../decide/decide-access.ts'

const hourMs = 60 * 60 * 1000

/**
 * The offline lease of a successful login, or of a verify in a session backed by a login, if the application issues
 * leases. Until it expires, the software runs without the server. It needs a hardware ID, since a lease without one
 * could be copied, and a signed response. A lease cannot be revoked: an offline client notices a ban when it expires. It
 * lasts into the days of grace. What the client asked for decides the claims.
 */
export async function leaseField(
  deps: Pick<ClientApiDeps, 'signer' | 'stores' | 'issuer'>,
  call: Pick<Call<unknown>, 'asked' | 'context' | 'applicationId' | 'now'>,
  user: AccessFacts,
  hwid: string | undefined,
  claims: AskedClaims,
): Promise<{ readonly lease: string } | undefined> {
  const { asked, applicationId } = call
  const { application } = call.context
  const { leaseHours } = application
  if (leaseHours === null || !asked || hwid === undefined || isPlaceholderHwid(hwid)) return undefined
  const nowMs = call.now.getTime()
  const accessUntilMs = (effectiveExpiryMs(user) ?? Number.POSITIVE_INFINITY) + graceMsOf(application, user)
  const expiresAtMs = Math.min(nowMs + leaseHours * hourMs, accessUntilMs)
  if (Math.floor(expiresAtMs / 1000) <= Math.floor(nowMs / 1000)) return undefined
  const licenseKey = user.license ? await licenseKeyOf(deps, applicationId, user.id) : undefined
  const about = { issuer: deps.issuer(), applicationId, userId: user.id, leaseId: newRequestId() }
  const facts = { ...about, ...claims, hwid, licenseKey }
  const signed = await deps.signer.signText(asked, (keyId) => leaseText({ ...facts, keyId, nowMs, expiresAtMs }))
  return signed && { lease: `${signed.text}.${signed.signature.toString('base64url')}` }
}

async function licenseKeyOf(
  { stores }: Pick<ClientApiDeps, 'stores'>,
  applicationId: number,
  userId: number,
): Promise<string | undefined> {
  const user = await stores.appUsers.find(applicationId, userId)
  if (!user || user.licenseId === null) return undefined
  return (await stores.licenses.find(applicationId, user.licenseId))?.licenseKey
}

/** Claims that only those clients get that know them: others compare the claims as text. */
interface AskedClaims {
  /** Absent: version 1. */
  readonly features?: Features | undefined
  /** The program may start without the server: from version 2 on. */
  readonly mayStartOffline?: boolean | undefined
  /** Until when a user has access whose time has ended: version 3. */
  readonly graceUntilMs?: number | undefined
}

/** The contents of an offline lease. */
interface LeaseFacts extends AskedClaims {
  /** Public URL of the server (`PUBLIC_URL`). */
  readonly issuer: string
  readonly applicationId: number
  readonly userId: number
  readonly keyId: string
  /** Unique ID of this lease. */
  readonly leaseId: string
  readonly hwid: string
  /** The user's license, if there is one. */
  readonly licenseKey: string | undefined
  readonly nowMs: number
  readonly expiresAtMs: number
}

/**
 * The signed part of a lease: header and claims of a JWT. The order of the members is fixed and none is added, so
 * clients can compare text without a JWT library. Username, device and license key appear only as hashes.
 */
export function leaseText(facts: LeaseFacts): string {
  const { issuer, applicationId, userId, keyId, leaseId, hwid, licenseKey, nowMs, expiresAtMs } = facts
  const { features, graceUntilMs, mayStartOffline = false } = facts
  const issuedAt = seconds(nowMs)
  const claims = {
    iss: issuer,
    aud: `app:${applicationId}`,
    sub: String(userId),
    jti: leaseId,
    iat: issuedAt,
    nbf: issuedAt,
    exp: seconds(expiresAtMs),
    hwid: hashedFor(applicationId, hwid),
    ...(licenseKey !== undefined && { lic: hashedFor(applicationId, licenseKey) }),
    ...(features !== undefined && { feat: part(features) }),
    ...(graceUntilMs !== undefined && { grace_until: seconds(graceUntilMs) }),
    ...(mayStartOffline && { off: 1 }),
    ver: versionOf(facts),
  }
  return `${part({ alg: 'RS256', typ: 'lic+jwt', kid: keyId })}.${part(claims)}`
}

function versionOf({ features, graceUntilMs }: AskedClaims): number {
  if (graceUntilMs !== undefined) return 3
  return features === undefined ? 1 : 2
}

/** How leases and files name a device or a key: other applications hash it otherwise. */
export const hashedFor = (applicationId: number, text: string) =>
  hash('sha256', `app_${applicationId}|${text}`, 'base64url')

export const seconds = (ms: number) => Math.floor(ms / 1000)
/** A part of a JWT. */
export const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
