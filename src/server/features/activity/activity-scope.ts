import type { Right } from '../../../shared/rights.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import { countsMemberships, rightsOf } from '../../http/auth/rights-of.ts'
import type { Dashboard } from '../../http/dashboard.ts'
import { canonicalIp } from '../../lib/canonical.ts'
import type { ActivityFilter } from '../../store/activity/activity.ts'

interface ScopeQuery extends Omit<ActivityFilter, 'ip'> {
  readonly applicationId?: number | undefined
  readonly ip?: string | undefined
}

/** Whose activity is read, and which rows of it. */
export interface ActivityScope {
  readonly applicationIds: readonly number[]
  readonly filter: ActivityFilter
}

/** The applications to read: the requested one, or all that the caller owns or is a member of with this right. */
export async function activityScope(
  stores: Dashboard['stores'],
  caller: Caller,
  right: Right,
  { applicationId, ip, ...rest }: ScopeQuery,
): Promise<ActivityScope> {
  const applications =
    applicationId === undefined
      ? (await stores.seenApplications.list(caller.accountId, !countsMemberships(caller))).filter((each) =>
          rightsOf(caller, each, each.memberRole).has(right),
        )
      : [await findApplication(stores, caller, applicationId, right)]
  const filter = { ...rest, ip: ip === undefined ? undefined : (canonicalIp(ip) ?? ip) }
  return { applicationIds: applications.map(({ id }) => id), filter }
}
