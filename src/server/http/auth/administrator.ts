import { permissions } from '../../../shared/permissions.ts'
import type { AdminKey } from '../../accounts/admin-key.ts'
import { ipLimiterKey } from '../../lib/canonical.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Stores } from '../../store/index.ts'
import { clientIp } from '../client-ip.ts'
import type { Limiters } from '../limits/limiters.ts'
import { refuseFor } from '../limits/rate-limit.ts'
import { Problem } from '../problem.ts'
import type { Administrator, FindAdministrator, FindCaller } from './authenticate.ts'

const keyHolder: Administrator = { accountId: null, email: 'admin key', role: 'owner', permissions, sessionHash: null }

interface AdministratorDeps {
  readonly stores: Stores
  readonly clock: Clock
  readonly limiters: Limiters
  readonly findCaller: FindCaller
  readonly adminKey: Pick<AdminKey, 'isRight'>
}

/**
 * With the header `x-admin-key` only the key decides; without it the session does. The right key is never rate limited:
 * 256 bits cannot be guessed, and limiting it would only lock out its holder. Wrong keys are limited, which also bounds
 * the audit log: each use of the key and each counted wrong key is written there.
 */
export function administratorFinder(deps: AdministratorDeps): FindAdministrator {
  const { stores, clock, findCaller, adminKey } = deps
  const takeFailure = wrongKeyLimits(deps)
  return async (request) => {
    const sent = request.headers['x-admin-key']
    if (sent === undefined) return findCaller(request)
    const ip = clientIp(request)
    const isRight = await adminKey.isRight(String(sent))
    if (!isRight) takeFailure(ip)
    await stores.transaction((tx) =>
      tx.audit.insert({
        accountId: null,
        actor: keyHolder.email,
        action: isRight ? 'admin_key.use' : 'admin_key.refuse',
        subject: request.routeOptions.config.contract ?? '',
        ip,
        at: clock.now(),
      }),
    )
    if (!isRight) throw new Problem('invalid_admin_key')
    return keyHolder
  }
}

/** Counts or rejects a wrong key: per address and in total. */
function wrongKeyLimits({ limiters }: AdministratorDeps) {
  const byAddress = limiters.window('wrongAdminKeysOfAddress')
  const byAll = limiters.window('wrongAdminKeys')
  return (ip: string) => {
    const address = ipLimiterKey(ip)
    refuseFor(Math.max(byAddress.retryAfterMs(address), byAll.retryAfterMs('all')))
    byAddress.count(address)
    byAll.count('all')
  }
}
