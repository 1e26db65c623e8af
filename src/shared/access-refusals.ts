/** Why a user who is not blocked has no access, in the order in which it is decided (`decideAccess`). */
export const accessRefusals = [
  'account_banned',
  'account_disabled',
  'account_paused',
  'account_expired',
  'license_banned',
  'license_paused',
  'license_inactive',
  'license_expired',
] as const
