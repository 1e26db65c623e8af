import { sql } from 'kysely'
import type { z } from 'zod'
import type { LicenseAction, UserAction } from '../../shared/contract/bulk.ts'
import { canonical } from '../lib/canonical.ts'
import type { BulkChange } from './bulk-change.ts'
import { addDays, fixed, setExpiry } from './bulk-expiry.ts'

export type BulkUserAction = z.output<typeof UserAction>
export type BulkLicenseAction = z.output<typeof LicenseAction>

/** What an action changes of users. Deleting is no change; see `remove`. */
export function userChange(action: Exclude<BulkUserAction, { type: 'delete' }>, now: Date): BulkChange {
  switch (action.type) {
    case 'pause':
      return fixed('app_users', { is_paused: 1 })
    case 'resume':
      return fixed('app_users', { is_paused: 0 })
    case 'ban':
      return fixed('app_users', { is_banned: 1, ban_reason: action.reason || null })
    case 'unban':
      return fixed('app_users', { is_banned: 0, ban_reason: null })
    case 'activate':
      return fixed('app_users', { is_active: 1 })
    case 'deactivate':
      return fixed('app_users', { is_active: 0 })
    case 'reset_hwid':
      // who is not locked stays so: the next login binds only who was bound
      return {
        isFor: sql<boolean>`app_users.hwid is not null`,
        newValues: () => ({ hwid: null, hwid_key: null, hwid_bound_at: null }),
      }
    case 'add_days':
      return addDays('app_users', action, now)
    case 'set_expiry':
      return setExpiry('app_users', action.expiresAt)
  }
}

/** What an action changes of licenses; a changed expiry is their users' at once. */
export function licenseChange(action: Exclude<BulkLicenseAction, { type: 'delete' }>, now: Date): BulkChange {
  switch (action.type) {
    case 'activate':
      return fixed('licenses', { is_active: 1 })
    case 'deactivate':
      return fixed('licenses', { is_active: 0 })
    case 'set_description':
      return fixed('licenses', { description: action.description, description_key: canonical(action.description) })
    case 'add_days':
      return addDays('licenses', action, now)
    case 'set_expiry':
      return setExpiry('licenses', action.expiresAt)
  }
}

/** Every row: what a deletion is for. */
export const anyRow: BulkChange = { isFor: sql<boolean>`1 = 1`, newValues: () => ({}) }
