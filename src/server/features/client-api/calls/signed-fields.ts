import type { Features } from '../../../../shared/contract/features.ts'
import { featuresOf } from '../../../store/features-column.ts'
import type { AccessFacts } from '../../../store/hot/hot-store.ts'
import type { AnswerFields, Call, ClientApiDeps } from '../client-call.ts'
import { graceUntilMs } from '../decide/decide-access.ts'
import { leaseField } from './lease.ts'

type SignedCall = Pick<
  Call<{ readonly lease_version?: number | undefined }>,
  'asked' | 'body' | 'context' | 'applicationId' | 'now'
>

/**
 * What only a signed answer to a proved user holds: the offline lease for this hardware ID, and the features, which
 * unsigned could be forged. Without features the answer is as it was before there were any.
 */
export async function signedFields(
  deps: Pick<ClientApiDeps, 'hot' | 'signer' | 'stores' | 'issuer'>,
  call: SignedCall,
  user: AccessFacts,
  hwid: string | undefined,
): Promise<AnswerFields | undefined> {
  if (!call.asked) return undefined
  const features = await featuresOfUser(deps, call, user.id)
  const { lease_version: leaseVersion = 1 } = call.body
  const lease = await leaseField(deps, call, user, hwid, {
    features: leaseVersion >= 2 ? features : undefined,
    mayStartOffline: leaseVersion >= 2 && call.context.application.offlineStart,
    graceUntilMs: leaseVersion >= 3 ? graceUntilMs(call.context.application, user, call.now.getTime()) : undefined,
  })
  return { ...lease, ...(Object.keys(features).length > 0 && { features }) }
}

/** Until when a user has access whose time has ended. Everyone else's answer is as it was before there were days of grace. */
export function graceField(
  { context, now }: Pick<Call<unknown>, 'context' | 'now'>,
  user: AccessFacts,
): { readonly grace_until: string } | undefined {
  const untilMs = graceUntilMs(context.application, user, now.getTime())
  return untilMs === undefined ? undefined : { grace_until: new Date(untilMs).toISOString() }
}

/** The user's features take precedence over the license's, and these over the application's. */
export async function featuresOfUser(
  { hot }: Pick<ClientApiDeps, 'hot'>,
  { applicationId, context }: Pick<SignedCall, 'applicationId' | 'context'>,
  userId: number,
): Promise<Features> {
  const stored = await hot.featuresById(applicationId, userId)
  const { license = null, user = null } = stored ?? {}
  return { ...context.application.features, ...featuresOf(license), ...featuresOf(user) }
}
