import { hash } from 'node:crypto'
import { newRequestId } from '../../../http/request-id.ts'
import { isPlaceholderHwid } from '../../../lib/canonical.ts'
import type { AccessFacts } from '../../../store/hot/hot-store.ts'
import type { Call, ClientApiDeps } from '../client-call.ts'
import { effectiveExpiryMs } from '../decide/decide-access.ts'

const hourMs = 60 * 60 * 1000

/**
 * The offline lease of a successful login, or of a verification in a session that a login has proved, if the maker issues
 * them: a program that can't reach the server afterwards may go on until it ends. Only for a device, since a lease
 * without one could be copied, and only in a signed answer. It can't be called back: a ban is felt offline when the lease ends.
 */
export async function leaseField(
  deps: Pick<ClientApiDeps, 'signer' | 'stores' | 'issuer'>,
  call: Pick<Call<unknown>, 'asked' | 'context' | 'applicationId' | 'now'>,
  user: AccessFacts,
  hwid: string | undefined,
): Promise<{ readonly lease: string } | undefined> {
  const { asked, applicationId } = call
  const { leaseHours } = call.context.application
  if (leaseHours === null || !asked || hwid === undefined || isPlaceholderHwid(hwid)) return undefined
  const nowMs = call.now.getTime()
  const expiresAtMs = Math.min(nowMs + leaseHours * hourMs, effectiveExpiryMs(user) ?? Number.POSITIVE_INFINITY)
  if (Math.floor(expiresAtMs / 1000) <= Math.floor(nowMs / 1000)) return undefined
  const licenseKey = user.license ? await licenseKeyOf(deps, applicationId, user.id) : undefined
  const facts = { issuer: deps.issuer(), applicationId, userId: user.id, leaseId: newRequestId(), hwid, licenseKey }
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

/** What an offline lease says. */
interface LeaseFacts {
  /** Where the server is reached (`PUBLIC_URL`). */
  readonly issuer: string
  readonly applicationId: number
  readonly userId: number
  readonly keyId: string
  /** Unique name of this lease. */
  readonly leaseId: string
  readonly hwid: string
  /** The user's license, if there is one. */
  readonly licenseKey: string | undefined
  readonly nowMs: number
  readonly expiresAtMs: number
}

/**
 * The part of a lease that is signed: a JWT's header and claims. Members stand in this order and no others come, so that
 * clients compare them as text and need no JWT library. No user name, device or license key is in it in clear.
 */
export function leaseText(facts: LeaseFacts): string {
  const { issuer, applicationId, userId, keyId, leaseId, hwid, licenseKey, nowMs, expiresAtMs } = facts
  const hashed = (text: string) => hash('sha256', `app_${applicationId}|${text}`, 'base64url')
  const issuedAt = seconds(nowMs)
  const claims = {
    iss: issuer,
    aud: `app:${applicationId}`,
    sub: String(userId),
    jti: leaseId,
    iat: issuedAt,
    nbf: issuedAt,
    exp: seconds(expiresAtMs),
    hwid: hashed(hwid),
    ...(licenseKey !== undefined && { lic: hashed(licenseKey) }),
    ver: 1,
  }
  return `${part({ alg: 'RS256', typ: 'lic+jwt', kid: keyId })}.${part(claims)}`
}

const seconds = (ms: number) => Math.floor(ms / 1000)
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
