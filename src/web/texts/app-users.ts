import { formatCount, formatDate, formatNumber } from '../ui/text/format.ts'

export const error = 'Error'
export const usernameAndPasswordAre = 'Username and password are required'
export const addUser = 'Add User'
export const createsAUserWho = 'Creates a user who can log in to your software.'
export const adding = 'Adding…'
export const username = 'Username'
export const emailOptional = 'Email (Optional)'
export const hwidLock = 'HWID Lock'
export const usernameIsRequired = 'Username is required'
export const passwordIsRequired = 'Password is required'
export const notLockedTheUser = 'Not locked: the user can log in on any device.'
export const lockedTheFirstDevice = 'Locked: the first device to log in becomes the only one.'
export const checkedOnlyWhileThe = (binding: string) =>
  `${binding} Checked only while the application's HWID Lock is on.`
export const shorterThanTheCharacters = (minLength: number) =>
  `Shorter than the ${minLength} characters that registration requires.`
export const banUser = 'Ban User'
export const cantLogInUntil = "can't log in until unbanned. Running clients stop at their next heartbeat."
export const chooseWhatToBlock = 'Choose what to block.'
export const alsoBlacklistTheHwid = 'Also blacklist the HWID'
export const noDeviceIsBound = 'No device is bound to this user.'
export const alsoBlacklistTheLast = 'Also blacklist the last IP'
export const thisUserHasNever = 'This user has never logged in.'
export const bannedWith = (username: string) => `Banned with ${username}`
export const notBlacklisted = (problem: string) => `Not blacklisted: ${problem}`
export const undo = 'Undo'
export const deleteUser = 'Delete User'
export const losesAccessImmediatelyThis = 'loses access immediately. This action cannot be undone.'
export const theirLicenseSeatBecomes = ' Their license seat becomes free.'
export const deleting = 'Deleting...'
export const expires = 'Expires'
export const license = 'License'
export const noLicense = 'No license'
export const device = 'Device'
export const banReason = 'Ban reason'
export const lastLogin = 'Last login'
export const never = 'Never'
export const lastIp = 'Last IP'
export const unknown = 'Unknown'
export const email = 'Email'
export const notSet = 'Not set'
export const created = 'Created'
export const userId = 'User ID'
export const userIdText = 'user ID'
export const account = 'Account'
export const byTheUsersOwn = "by the user's own expiry"
export const byTheLicense = 'by the license'
export const nothingSetsAnExpiry = 'nothing sets an expiry'
export const onItsOwnIt = '; on its own it never expires'
export const onItsOwn = '; on its own'
export const inactive = 'Inactive'
export const expired = 'Expired'
export const grace = 'Grace'
export const inGraceUntil = 'In grace until'
export const thenGraceUntil = 'Then grace until'
export const licenseKey = 'license key'
export const ofSeatsTaken = (currentUsers: number, maxUsers: number) => `${currentUsers} of ${maxUsers} seats taken`
export const notBoundTheNext = 'Not bound; the next login binds'
export const notLockedToA = 'Not locked to a device'
export const locked = 'Locked'
export const notLocked = 'Not locked'
export const bound = '· bound'
export const expiresAt = 'Expires At'
export const active = 'Active'
export const paused = 'Paused'
export const editUser = 'Edit User'
export const saveChanges = 'Save Changes'
export const saving = 'Saving...'
export const leaveEmptyToKeep = 'Leave empty to keep current'
export const ifThisUsersLicense = "If this user's license expires earlier, that date applies."
export const whenOffTheUser = 'When off, the user is disabled and every login is rejected.'
export const whenOnLoginsAre =
  'When on, logins are rejected until you resume the user, for example while a payment is due.'
export const hardwareId = 'Hardware ID'
export const lastIpAddress = 'Last IP address'
export const thisApplication = 'This application'
export const allApplications = 'All applications'
export const inAllMyApplications = 'In all my applications'
export const blocksTheseInEvery =
  "Blocks these in every application. To lift it, use Undo or Unban Everywhere in the user's details."
export const and = (named: string, rest: number) => `${named} and ${formatCount(rest, 'more application')}`
export const exportFinished = 'Export finished'
export const exportFailed = 'Export failed'
export const format = 'Format'
export const withThisFileUsers =
  'With this file, users keep their passwords on another server. Anyone who has it can guess passwords without limit: keep it private and delete it after use. The export is logged.'
export const exportWithPasswordHashes = 'Export With Password Hashes'
export const exportsTheUsersIn = 'Exports the users in this list, ready to import.'
export const cancel = 'Cancel'
export const exportText = 'Export'
export const exporting = 'Exporting…'
export const extendUser = 'Extend User'
export const extendLicense = 'Extend License'
export const extend = 'Extend'
export const extending = 'Extending…'
export const days = 'Days'
export const expiresOf = (until: string) => `Expires ${formatDate(until)}.`
export const aLoginWouldPass = 'A login would pass now.'
export const aLoginWouldBe = 'A login would be rejected now.'
export const itWouldBindThe = 'It would bind the user to the device. '
export const theClientGets = 'The client gets'
export const thisApplicationHasNo = 'This application has no user with this name.'
export const checksInOrder = 'Checks in order'
export const noLoginAttemptsRecorded = 'No login attempts recorded for this username.'
export const lastAttemptFrom = (when: string) => `Last attempt ${when} from`
export const rejectedWith = 'rejected with'
export const seeTheMarkedCheck = ', see the marked check below.'
export const passed = 'Passed'
export const failed = 'Failed'
export const notReached = 'Not reached'
export const stopsALoginNow = 'Stops a login now'
export const wouldFailToo = 'Would fail too'
export const stoppedTheLastAttempt = 'Stopped the last attempt'
export const asEntered = 'as entered'
export const fromTheLastAttempt = 'from the last attempt'
export const fromTheUser = 'from the user'
export const fromTheApplication = 'from the application'
export const ipAddress = 'IP address'
export const version = 'Version'
export const valuesUsedForThis = 'Values used for this check:'
export const aNewDevice = 'a new device'
export const theApplicationIsOnline = 'The application is online.'
export const theRateLimitIsnt = "The rate limit isn't exceeded."
export const theIpAddressIsnt = "The IP address isn't on the blacklist."
export const theUsernameIsntOn = "The username isn't on the blacklist."
export const theHardwareIdIsnt = "The hardware ID isn't on the blacklist."
export const theVersionIsRecent = 'The version is recent enough.'
export const theUserExistsThe = 'The user exists. The password is assumed to be correct.'
export const theEmailIsntOn = "The email isn't on the blacklist."
export const theUserIsntBanned = "The user isn't banned."
export const theUserIsActive = 'The user is active.'
export const theUserIsntPaused = "The user isn't paused."
export const theUserHasntExpired = "The user hasn't expired, or is in grace."
export const theLicenseIsntInactive = "The license isn't inactive."
export const theLicenseHasntExpired = "The license hasn't expired, or is in grace."
export const theDeviceIsAllowed = 'The device is allowed.'
export const none = 'none'
export const password = 'Password'
export const suggestAStrongPassword = 'Suggest a strong password'
export const blockedInByA = (bannedIn: number) =>
  `Blocked in ${formatCount(bannedIn, 'application')} by a ban. Unban lifts the ban here only; the blacklist entries stay.`
export const unbanEverywhere = 'Unban Everywhere'
export const userPausedSuccessfully = 'User paused successfully'
export const userUnpausedSuccessfully = 'User unpaused successfully'
export const userBannedSuccessfully = 'User banned successfully'
export const userUnbannedSuccessfully = 'User unbanned successfully'
export const hwidResetSuccessfully = 'HWID reset successfully'
export const inOf = (entries: number, applications: number) =>
  `${formatCount(entries, 'blacklist entry', 'blacklist entries')} in ${formatCount(applications, 'application')}.`
export const removed = (entries: number) => `${formatCount(entries, 'blacklist entry', 'blacklist entries')} removed.`
export const sessionEnded = 'Session ended'
export const sessionsEnded = (ended: number) => `${ended} sessions ended`
export const licenseExtended = 'License extended'
export const userCreatedSuccessfully = 'User created successfully'
export const failedToCreateUser = 'Failed to create user'
export const unknownError = 'Unknown error'
export const userUpdatedSuccessfully = 'User updated successfully'
export const userEnabled = 'User enabled'
export const userDisabled = 'User disabled'
export const userDeletedSuccessfully = 'User deleted successfully'
export const failedToDeleteUser = 'Failed to delete user'
export const user = 'User'
export const status = 'Status'
export const lastLoginText = 'Last Login'
export const neverLoggedIn = 'Never logged in'
export const hwidOf = (username: string) => `HWID of ${username}`
export const byLicense = 'by license'
export const neverExpires = 'Never expires'
export const seen = 'Seen'
export const recentActivity = 'Recent Activity'
export const noActivityYet = 'No activity yet'
export const success = 'Success'
export const fail = 'Fail'
export const from = 'from'
export const times = (count: number) => ` · ${formatNumber(count)} times`
export const liveSessions = 'Live Sessions'
export const endAll = 'End All'
export const noneASessionIs = 'None. A session is live for 90 seconds after each heartbeat.'
export const since = 'since'
export const seenText = '· seen'
export const endSession = 'End Session'
export const endSessionFrom = (ipAddress: string) => `End session from ${ipAddress}`
export const checkLogin = 'Check Login'
export const canLogIn = 'Can log in'
export const banned = 'Banned'
export const allUsers = 'All users'
export const whoNeverLoggedIn = 'who never logged in'
export const withoutADevice = 'Without a device'
export const withoutADeviceText = 'without a device'
export const withADevice = 'With a device'
export const withADeviceText = 'with a device'
export const ownExpiryIn7 = 'Own expiry in 7 days'
export const whoseOwnExpiryIs = 'whose own expiry is in 7 days'
export const anyDeviceOrDate = 'Any device or date'
export const usersWhoCanLog = 'users who can log in'
export const users = (status: string) => `${status} users`
export const withThisLicense = 'with this license'
export const whoseOwnExpiryIsIn = 'whose own expiry is in this span'
export const no = (text: string) => `No ${text}.`
export const noMatch = (text: string, q: string) => `No ${text} match “${q}”.`
export const resume = 'Resume'
export const pause = 'Pause'
export const resetHwid = 'Reset HWID'
export const passwordLink = 'Password link…'
export const unban = 'Unban'
export const ban = 'Ban'
export const edit = 'Edit'
export const extendLicenseByDays = (extraDays: number) => `Extend license by ${extraDays} days`
export const extendByDays = (extraDays: number) => `Extend by ${extraDays} days`
export const moreActions = 'More Actions'
export const extendAll = 'Extend All…'
export const extendAllMatching = 'Extend All Matching…'
export const banEverywhere = 'Ban Everywhere…'
export const importUsers = 'Import users'
export const exportWithPasswordHashesText = 'Export with password hashes'
export const recentChanges = 'Recent changes'
export const usersText = 'Users'
export const noUsersYet = 'No users yet'
export const usersLogInTo = 'Users log in to your software. Add one here, or let them register with a license key.'
export const expiringIn7Days = 'Expiring in 7 days'
export const deleteText = 'Delete'
export const actionsFor = (username: string) => `Actions for ${username}`
export const searchUsers = 'Search users'
export const searchUsernameEmailOr = 'Search username, email or HWID'
export const deviceOrDate = 'Device or date'
export const oneExpiryPeriod = 'One expiry period'
export const oneLicense = 'One license'
export const clearFilters = (what: string) => `${what} · Clear filters`
export const checkALogin = 'Check a Login'
export const runsEveryLoginCheck = 'Runs every login check in order, as things are now. Nothing is changed or counted.'
export const close = 'Close'
export const check = 'Check'
export const checkAgain = 'Check Again'
export const checking = 'Checking…'
export const enterAUsernameFirst = 'Enter a username first.'
export const anyUsernameEvenOne = "Any username, even one that doesn't exist."
export const testAnotherDeviceVersion = 'Test another device, version or IP address'
export const ipAddressText = 'IP Address'
export const devices = 'Devices'
export const howManyThisUser =
  'How many this user may have. Leave empty to use the limit of the license or the application.'
export const theLicenseHasA = 'The device has a seat, or one is free.'
export const theLimitOfDevices = "The device limit isn't reached."
export const boundOf = (bound: number, limit: number) => `${bound} of ${limit}`
export const noDevicesTheNext = 'None. The next login binds its device.'
export const noDevicesNotLocked = 'None. This user is not locked to a device.'
export const unnamedDevice = 'Unnamed device'
export const boundSince = 'bound'
export const lastSeen = 'last seen'
export const componentsKnown = (names: string) => `Components known: ${names}`
export const offlineFileUntil = 'Offline file until'
export const worksOffline = (until: string) =>
  `An offline file works on the device until ${until}, whatever happens here.`
export const release = 'Release'
export const releaseNamed = (name: string) => `Release ${name}`
export const rename = 'Rename'
export const renameNamed = (name: string) => `Rename ${name}`
export const deviceReleased = 'Device released'
export const deviceRenamed = 'Device renamed'
export const releaseDevice = 'Release Device'
export const canNoLongerLogIn =
  'can no longer log in unless it is bound again. Its sessions end, and another device can take its place.'
export const releasing = 'Releasing…'
export const renameDevice = 'Rename Device'
export const deviceName = 'Name'
export const enterAName = 'Enter a name'
export const saveName = 'Save'
export const theLicenseIsntBanned = "The license isn't banned."
export const theLicenseIsntPaused = "The license isn't paused."
export const theApplicationAllowsLicense = 'The application allows license logins.'
export const licenseKeys = 'License keys'
export const whoLogInWithKey = 'who log in with a license key alone'
export const forThisUserAlone =
  'For this user alone. They take precedence over those of the license and the application.'
