import type { Selectable } from 'kysely'
import type { Tables } from '../../src/server/db/tables.ts'
import type { LicenseCounts } from '../../src/server/store/applications/active-counts.ts'

type User = Selectable<Tables['app_users']>
type License = Selectable<Tables['licenses']>

/** What the maintained counts of active users and licenses should be: each row of the application is looked at. */
export function scannedCounts(users: readonly User[], licenses: readonly License[], now: Date) {
  const isLater = (expiresAt: number | null) => expiresAt === null || expiresAt > now.getTime()
  const byId = new Map(licenses.map((license) => [license.id, license]))
  const canLogIn = (user: User) => {
    const license = user.license_id === null ? undefined : byId.get(user.license_id)
    const isOpen = user.is_active === 1 && user.is_paused === 0 && user.is_banned === 0 && isLater(user.expires_at)
    return isOpen && (license === undefined || (license.is_active === 1 && isLater(license.expires_at)))
  }
  const active = licenses.filter((license) => license.is_active === 1 && isLater(license.expires_at))
  const counts: LicenseCounts = {
    total: licenses.length,
    expired: licenses.filter(({ expires_at }) => !isLater(expires_at)).length,
    active: active.length,
    full: active.filter(({ current_users, max_users }) => current_users >= max_users).length,
    used: licenses.filter(({ current_users }) => current_users > 0).length,
    users: licenses.reduce((sum, { current_users }) => sum + current_users, 0),
  }
  return { users: users.filter(canLogIn).length, licenses: counts }
}
