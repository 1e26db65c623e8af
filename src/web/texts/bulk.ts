import { formatCount, formatNumber } from '../ui/text/format.ts'

export const pause = 'Pause'
export const pausing = 'Pausing…'
export const resume = 'Resume'
export const resuming = 'Resuming…'
export const ban = 'Ban'
export const banning = 'Banning…'
export const unban = 'Unban'
export const unbanning = 'Unbanning…'
export const resetHwid = 'Reset HWID'
export const resetting = 'Resetting...'
export const addOrSubtractDays = 'Add or subtract days'
export const changing = 'Changing…'
export const setExpiry = 'Set expiry'
export const enable = 'Enable'
export const enabling = 'Enabling…'
export const disable = 'Disable'
export const disabling = 'Disabling…'
export const setNote = 'Set note'
export const deleteText = 'Delete'
export const deleting = 'Deleting...'
export const enterANumberOf = 'Enter a number of days first.'
export const chooseADateFirst = 'Choose a date first.'
export const users = 'Users'
export const licenseKeys = 'License Keys'
export const resetHwidOf = (rows: string) => `Reset HWID of ${rows}`
export const addOrSubtractDaysText = 'Add or Subtract Days'
export const setExpiryOf = (rows: string) => `Set Expiry of ${rows}`
export const setNoteOf = (rows: string) => `Set Note of ${rows}`
export const subtractFrom = (days: string, rows: string) => `Subtract ${days} from ${rows}`
export const addTo = (days: string, rows: string) => `Add ${days} to ${rows}`
export const removeExpiryOf = (rows: string) => `Remove expiry of ${rows}`
export const setExpiryOfOf = (rows: string) => `Set expiry of ${rows}`
export const setNoteOfOf = (rows: string) => `Set note of ${rows}`
export const selectedRows = 'Selected rows'
export const selected = (count: number) => `${formatNumber(count)} selected`
export const selectAllMatching = (total: number) => `Select all ${formatNumber(total)} matching`
export const allThatMatch = (total: number, noun: string) => `all ${formatCount(total, noun)} that match`
export const clearSelection = 'Clear selection'
export const exportText = 'Export'
export const actions = 'Actions'
export const close = 'Close'
export const checkAgain = 'Check Again'
export const cancel = 'Cancel'
export const alreadyRunning = 'Already running.'
export const willBeDeleted = 'will be deleted'
export const willChange = 'will change'
export const countingRows = 'Counting rows…'
export const nothingToChange = 'Nothing to change.'
export const theChangeContinuesIn = 'The change continues in the background.'
export const progress = 'Progress'
export const ofOf = (done: number, total: number, noun: string) =>
  `${formatNumber(done)} of ${formatCount(total, noun)}`
export const percentDone = (quarter: number) => `${quarter} percent done`
export const stop = 'Stop'
export const stopping = 'Stopping…'
export const connectionLostTheChange = 'Connection lost. The change may have been made.'
export const checkAgainOnceYoure = "Check again once you're connected. Nothing is changed twice."
export const add = 'Add'
export const subtract = 'Subtract'
export const leaveAsItIs = 'Leave as it is'
export const countFromNow = 'Count from now'
export const reasonOptional = 'Reason (Optional)'
export const shownInTheDetails = 'Shown in the details; never sent to clients.'
export const expiresAt = 'Expires At'
export const leaveEmptyToNever = 'Leave empty to never expire.'
export const note = 'Note'
export const replacesTheCurrentNote = 'Replaces the current note.'
export const days = (days: number) => `${days} Days`
export const never = 'Never'
export const direction = 'Direction'
export const daysText = 'Days'
export const alreadyExpired = 'Already Expired'
export const rowsThatNeverExpire = 'Rows that never expire stay unchanged.'
export const refreshPreview = 'Refresh Preview'
export const ofOf2 = (changing: number, total: number, noun: string, fate: string) =>
  `${formatNumber(changing)} of ${formatCount(total, noun)} ${fate}.`
export const expired = (noun: string) => `expired ${noun}`
export const wouldBecomeActiveAgain = (reviving: number, value: string) =>
  `${formatCount(reviving, value)} would become active again.`
export const unchanged = (rest: number, what: string) => `${formatNumber(rest)} ${what} unchanged. `
export const youCanUndoThis = 'You can undo this afterwards.'
export const thisActionCannotBe = 'This action cannot be undone.'
export const examples = 'Examples'
export const becomes = 'becomes'
export const andMore = (changing: number) => `and ${formatNumber(changing)} more`
export const stoppedAfter = (done: number, noun: string) => `Stopped after ${formatCount(done, noun)}.`
export const undone = 'Undone.'
export const undo = 'Undo'
export const undoing = 'Undoing…'
export const downloadReport = 'Download Report'
export const rowsThatWereNot = 'Rows that were not changed'
export const andMoreOf = (length: number) => `and ${formatNumber(length)} more`
export const unchangedOf = (unchanged: number) => `${formatNumber(unchanged)} unchanged`
export const skipped = (skipped: number) => `${formatNumber(skipped)} skipped`
export const failed = (failed: number) => `${formatNumber(failed)} failed`
export const notChanged = (rest: number) => `${formatNumber(rest)} not changed`
export const nothingWasChanged = 'Nothing was changed'
export const theChangeMayHave = 'The change may have been made. See Recent Changes.'
export const connectionLost = 'Connection lost'
export const restored = (restored: number) => `${formatNumber(restored)} restored.`
export const changedSinceAndWerent = (back: string, skipped: number) =>
  `${back} ${formatNumber(skipped)} changed since and weren't restored.`
export const licenseKey = 'license key'
export const recentChanges = 'Recent Changes'
export const bulkChangesHwidResets = 'Bulk changes, HWID resets and expiry changes. Undo skips anything changed since.'
export const noRecentChanges = 'No recent changes'
export const ofDone = (done: number, total: number) => ` · ${formatNumber(done)} of ${formatNumber(total)} done`
export const undoOf = (text: string, changed: number, entity: string) =>
  `Undo ${text} of ${formatCount(changed, entity)}`
export const applyPreset = 'Apply Preset'
export const applying = 'Applying...'
export const applyPresetTo = (rows: string) => `Apply Preset to ${rows}`
export const applyTo = (rows: string) => `Apply to ${rows}`
