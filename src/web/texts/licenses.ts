import { formatCount, formatDate, formatNumber } from '../ui/text/format.ts'

export const seatsAdded = 'Seats added'
export const addSeats = 'Add Seats'
export const ofTaken = (currentUsers: number, maxUsers: number) =>
  `${formatNumber(currentUsers)} of ${formatCount(maxUsers, 'seat')} taken.`
export const add = (seats: number) => `Add ${formatCount(seats, 'Seat')}`
export const adding = 'Adding…'
export const seats = 'Seats'
export const inAll = (maxUsers: number) => `${formatCount(maxUsers, 'seat')} in all`
export const requireALicenseTo = 'Require a license to register?'
export const anyoneWithTheApi =
  'Anyone with the API key can register without a license, and the key can be extracted from your software. You can change this in Settings.'
export const keepOpen = 'Keep Open'
export const requireLicense = 'Require License'
export const saving = 'Saving...'
export const licenseCreatedSuccessfully = 'License created successfully'
export const failedToCreateLicense = 'Failed to create license'
export const createLicense = 'Create License'
export const usersRegisterInYour = 'Users register in your software with this key.'
export const creating = 'Creating…'
export const licenseKey = 'License Key'
export const leaveEmptyToGenerate = 'Leave empty to generate one'
export const generate = 'Generate'
export const maxUsers = 'Max Users'
export const active = 'Active'
export const whenOffNoOne = 'When off, no one can register or log in with it.'
export const success = 'Success'
export const licenseKeyCreatedSuccessfully = 'License key created successfully'
export const error = 'Error'
export const failedToCreateLicenseKey = 'Failed to create license key'
export const createCustomKey = 'Create Custom Key'
export const chooseYourOwnLicense = 'Choose your own license key.'
export const eGMyCustom = 'e.g., MY-CUSTOM-KEY-2027'
export const maximumUsers = 'Maximum Users'
export const pleaseProvideALicense = 'Please provide a license key'
export const thisActionCannotBe =
  'This action cannot be undone. Any users currently using this license will lose access.'
export const deleting = 'Deleting...'
export const noUsers = ' · no users'
export const usedBy = (currentUsers: number) => ` · ${formatCount(currentUsers, 'seat')} taken`
export const description = 'Description'
export const expiresAt = 'Expires At'
export const never = 'Never'
export const chooseAnExpiry = 'Choose an expiry.'
export const editLicense = 'Edit License'
export const saveChanges = 'Save Changes'
export const usersOfThisLicense = 'Users of this license can log in until then.'
export const descriptionOptional = 'Description (Optional)'
export const whenOffNoOneCan = 'When off, no one can log in with it.'
export const licenseExtended = 'License extended'
export const extendLicense = 'Extend License'
export const ofThisLicenseCan = (currentUsers: number) =>
  `Its users can log in for longer. ${formatCount(currentUsers, 'seat')} taken.`
export const extendBy = (days: number) => `Extend by ${formatCount(days, 'day')}`
export const extend = 'Extend'
export const extending = 'Extending…'
export const days = 'Days'
export const newExpiry = (expiresAt: string) => `New expiry: ${formatDate(expiresAt)}`
export const licenseKeyGeneratedSuccessfully = 'License key generated successfully'
export const failedToGenerateLicense = 'Failed to generate license key'
export const done = 'Done'
export const generateKey = 'Generate Key'
export const generatesUpTo1 = 'Generates up to 1,000 keys: all of them, or none if one fails.'
export const generating = 'Generating…'
export const keys = 'Keys'
export const maskOptional = 'Mask (Optional)'
export const kw = 'KW-****-****-****'
export const generateKeys = (count: number) => `Generate ${formatNumber(count)} Keys`
export const generateKeysText = 'Generate Keys'
export const aForEachRandom = (licenseMaskMinStars: number) =>
  `A * for each random character, at least ${licenseMaskMinStars} of them.`
export const forExample = 'For example'
export const licenseGeneratedSuccessfully = (length: number, what: string) =>
  `${length} license ${what} generated successfully`
export const failedToGenerateLicenseKeys = 'Failed to generate license keys'
export const generated = (length: number) => `${formatCount(length, 'key')} generated.`
export const copyAll = 'Copy All'
export const allKeys = 'all keys'
export const copied = 'Copied'
export const copiedToClipboard = (length: number) => `${formatCount(length, 'license key')} copied to clipboard`
export const saveTxt = 'Save .txt'
export const saveCsv = 'Save .csv'
export const generatedKeys = 'Generated keys'
export const copyKey = 'Copy key'
export const extendText = 'Extend…'
export const addSeatsText = 'Add seats…'
export const edit = 'Edit'
export const disable = 'Disable'
export const enable = 'Enable'
export const deleteText = 'Delete'
export const licenseKeyCopiedTo = 'License key copied to clipboard'
export const licenseKeyOf = (licenseKey: string) => `license key ${licenseKey}`
export const whoUses = (text: string, licenseKey: string) => `${text}, who uses ${licenseKey}`
export const startsOnFirstUse = 'Starts on first use'
export const validityDaysMustBe = 'Validity days must be at least 1'
export const atCreation = 'At creation'
export const atFirstUse = 'At first use'
export const validityDays = 'Validity Days'
export const validityStarts = 'Validity Starts'
export const daysCountFromNow = 'Days count from now, used or not.'
export const daysCountFromThe = 'Days count from the first registration with this key.'
export const key = 'Key'
export const ofTakenOf = (currentUsers: number, maxUsers: number) =>
  `${formatNumber(currentUsers)} of ${formatNumber(maxUsers)} taken`
export const validity = 'Validity'
export const theFirstUse = 'the first use'
export const from = (validityDays: number, what: string) => `${formatCount(validityDays, 'day')} from ${what}`
export const expires = 'Expires'
export const none = 'None'
export const devices = 'Devices'
export const liveSessions = 'Live Sessions'
export const created = 'Created'
export const licenseId = 'License ID'
export const license = 'License'
export const moreThan1000 = 'More than 1,000'
export const licenseKeyText = 'license key'
export const users = 'Users'
export const allUsers = 'All users'
export const noUsersYet = 'No users yet.'
export const noDevice = 'No device'
export const neverLoggedIn = 'Never logged in'
export const edited = 'Edited'
export const deletionStarted = 'Deletion started'
export const recentChanges = 'Recent Changes'
export const noChangesYetBulk = "No changes yet. Bulk changes are under Recent changes in the list's menu."
export const by = 'by'
export const full = 'Full'
export const expired = 'Expired'
export const inactive = 'Inactive'
export const allKeysText = 'All keys'
export const text7DaysLeftOr = '7 days left or fewer'
export const with7DaysLeft = 'with 7 days left or fewer'
export const neverUsed = 'Never used'
export const withoutUsers = 'without users'
export const inUse = 'In use'
export const withUsers = 'with users'
export const anyUseOrDate = 'Any use or date'
export const licenseKeys = 'license keys'
export const no = (parts: string) => `No ${parts}.`
export const noMatch = (parts: string, q: string) => `No ${parts} match “${q}”.`
export const remaining = (license: number) => `${formatNumber(license)} remaining`
export const noLicenseKeysCreated = 'No license keys created'
export const deleteLicenseKey = 'Delete License Key'
export const licenseKeyDeletedSuccessfully = 'License key deleted successfully'
export const failedToDeleteLicense = 'Failed to delete license key'
export const moreActions = 'More Actions'
export const extendAll = 'Extend All…'
export const extendAllMatching = 'Extend All Matching…'
export const importLicenseKeys = 'Import license keys'
export const recentChangesText = 'Recent changes'
export const importText = 'Import'
export const totalKeys = 'Total Keys'
export const activeKeys = 'Active Keys'
export const activeAndNotExpired = 'Active and not expired, including full keys. Keys in grace count as expired.'
export const totalUsers = 'Total Users'
export const usersRegisteredWithOne = 'Users registered with one of these keys.'
export const expiredKeys = 'Expired Keys'
export const licenseKeysText = 'License keys'
export const eachLicenseKeyLets = 'Each license key lets a set number of users register, for a set number of days.'
export const text7DaysLeft = '7 days left'
export const status = 'Status'
export const showUsers = 'Show users'
export const actionsFor = (licenseKey: string) => `Actions for ${licenseKey}`
export const itsValidityStartsWith = 'Its validity starts with the first use.'
export const thisKeyNeverExpires = 'This key never expires.'
export const failedToCopy = 'Failed to copy'
export const thisKeyExpiredOn = (expiresAt: string) => `This key expired on ${formatDate(expiresAt)}.`
export const thisKeyIsInGrace = (expiresAt: string, graceUntil: string) =>
  `This key expired on ${formatDate(expiresAt)}. Its users have access until ${formatDate(graceUntil)}.`
export const thisKeyIsDisabled = 'This key is disabled: no one can log in with it.'
export const until = (expiresAt: string) => ` until ${formatDate(expiresAt)}`
export const theOnlySeatIs = 'The only seat is'
export const allSeatsAre = (maxUsers: number) => `All ${formatNumber(maxUsers)} seats are`
export const taken = (what: string, until: string) => `${what} taken${until}.`
export const canUseThisKey = (free: string, more: string, what: string) => `${free} ${more}${what} can use this key`
export const forFromTheFirst = (people: string, validityDays: number) =>
  `${people} for ${formatCount(validityDays, 'day')} from the first use.`
export const searchLicenses = 'Search licenses'
export const wholeKeyOrDescription = 'Whole key or description'
export const useOrDate = 'Use or date'
export const noLicenseKeys = 'No license keys'
export const deleteLicense = 'Delete License'
export const licenseDeleted = 'License deleted'
export const failedToDeleteLicenseText = 'Failed to delete license'
export const allLicenseKeys = 'All License Keys'
export const undo = 'Undo'
export const failedToUpdateLicense = 'Failed to update license'
export const licenseEnabled = 'License enabled'
export const licenseDisabled = 'License disabled'
export const licenseUpdated = 'License updated'
export const applicationUpdatedSuccessfully = 'Application updated successfully'
export const failedToUpdateApplication = 'Failed to update application'
export const devicesPerUser = 'Devices per user'
export const leaveEmptyForThe = "Leave empty to use the application's limit."
export const ofAllUsersTogether = 'Of all its users together. Leave empty for no limit.'
export const perUser = (most: number) => ` · at most ${formatNumber(most)} per user`
export const atMostInAll = (most: number) => ` · at most ${formatNumber(most)} in total`
export const noLimit = 'No limit'
export const graceDays = 'Grace days'
export const accessAfterTheExpiry =
  "How long its users keep access after the expiry. Leave empty to use the application's days."
export const asTheApplication = 'As the application'
export const graceUntil = 'Grace until'
export const selling = 'Selling'
export const paused = 'Paused'
export const banned = 'Banned'
export const resumed = 'Resumed'
export const unbanned = 'Unbanned'
export const pause = 'Pause…'
export const resume = 'Resume…'
export const ban = 'Ban…'
export const unban = 'Unban…'
export const reason = 'Reason'
export const reasonOptional = 'Reason (Optional)'
export const onlyYourTeamSees = 'Only your team sees it. Clients never get it.'
export const pauseLicense = 'Pause License'
export const pausing = 'Pausing…'
export const noOneCanUntilResume =
  'No one can log in or register with this key until you resume it. Running clients stop at their next heartbeat.'
export const licensePaused = 'License paused'
export const resumeLicense = 'Resume License'
export const resuming = 'Resuming…'
export const licenseResumed = 'License resumed'
export const banLicense = 'Ban License'
export const banning = 'Banning…'
export const noOneCanUntilUnban =
  'No one can log in or register with this key until you unban it. Running clients stop at their next heartbeat.'
export const licenseBanned = 'License banned'
export const unbanLicense = 'Unban License'
export const unbanning = 'Unbanning…'
export const licenseUnbanned = 'License unbanned'
export const thisKeyCanBeUsed = 'This key can be used again.'
export const addTheTimeOf = 'Add the time of the pause to the expiry'
export const newExpiryInsteadOf = (longer: string, expiresAt: string) =>
  `New expiry: ${formatDate(longer)} instead of ${formatDate(expiresAt)}.`
export const thisKeyIsHeld = (hold: 'paused' | 'banned') => `This key is ${hold}: no one can log in with it.`
export const forAllUsersOf =
  "For all users of this license. They take precedence over the application's features, and a user's own over them."
export const preset = 'Preset'
export const redeemed = 'Redeemed'
export const daysTakenBack = (days: number) => `${formatCount(days, 'day')} taken back by the ban`
export const intoLicense = (licenseId: number) => `into license ${licenseId}`
export const aDeletedLicense = 'into a deleted license'
