import { newRequestId } from '../../http/request-id.ts'
import { isWorthlessHwid } from '../../lib/canonical.ts'
import type { AccessFacts } from '../../store/hot-store.ts'
import type { Call, ClientApiDeps } from './call.ts'
import { effectiveExpiryMs } from './decide-access.ts'
import { leaseText } from './lease-text.ts'

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
  if (leaseHours === null || !asked || hwid === undefined || isWorthlessHwid(hwid)) return undefined
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
