export const paused = 'Paused'
export const resumed = 'Resumed'
export const banned = 'Banned'
export const unbanned = 'Unbanned'
export const hwidReset = 'HWID reset'
export const daysAddedOrSubtracted = 'Days added or subtracted'
export const expiryChanged = 'Expiry changed'
export const enabled = 'Enabled'
export const disabled = 'Disabled'
export const edited = 'Edited'
export const undoableChanges = 'Undoable Changes'
export const undo = 'Undo'
export const redeemedKeys = 'Redeemed Keys'
export const licenseOf = (licenseId: number) => `License ${licenseId}`
export const daysAdded = (days: number) => (days === 1 ? '+1 day' : `+${days} days`)
export const accessUntil = 'Access until'
export const licenseBefore = (licenseId: number) => `, previously license ${licenseId}`
