/**
 * Constants of the specification (document 2, section 9), and the limits that `docs/decisions/` added. One file, so
 * that no number is defined twice.
 */

/** How often a client sends a heartbeat. Section 9: every 30 s. */
const heartbeatIntervalMs = 30_000
/** A session is live while its last heartbeat is at most this old (three intervals). */
export const sessionLiveMs = 3 * heartbeatIntervalMs
/**
 * A session token as clients generate it: `sess_`, a GUID without dashes, `_`, Unix time in seconds (milliseconds are
 * accepted).
 */
export const sessionTokenPattern = /^sess_[0-9A-Za-z]{32}_[0-9]{10,13}$/

/** From here on, the clock of a server's machine is worth a warning. */
export const clockWarningMs = 2_000

/** Version of a new application. */
export const newApplicationVersion = '1.0'

/** "Never" of the date picker: the end of year 9999, sent as UTC. */
export const neverExpires = '9999-12-31T23:59:00.000Z'
/** From this UTC year on, an expiry is shown as Never: time zones shift the end of 9999. */
export const neverYear = 9999

/** Days of the quick buttons beside an expiry. */
export const expiryPresetDays = [7, 30, 365] as const

export const defaultMaxUsers = 1
/** Maximum seats of a license. */
export const maxUsersMax = 1_000_000
export const defaultValidityDays = 30
/** Maximum number of days that anything can last, or be moved by. */
export const daysMax = 36_500
/** An expiry this close is shown in red. */
export const daysLeftWarning = 7

/** A masked license key shows its first 16 characters. */
export const licenseKeyShown = 16

/** The owner, members and open invites of one application. */
export const maxPeople = 50
/** Applications that one account is a member of. */
export const maxMemberships = 200

/** Views of lists that one account has saved. */
export const maxSavedViews = 50
export const viewNameMaxLength = 40
export const viewQueryMaxLength = 1000

/** Maximum number of licenses generated at once. */
export const licenseBatchMax = 1000
/** Minimum number of random characters of a mask: 12 are 60 bits, which cannot be guessed within the rate limits. */
export const licenseMaskMinStars = 12

/** Presets of one application that are not archived. */
export const maxPresets = 100
export const presetNameMaxLength = 64

/** Features of one user, license, preset or application. */
export const maxFeatures = 32
export const maxFeaturesBytes = 4096
export const featureTextMaxLength = 200

/** Maximum length of a hardware ID that is compared and stored. */
export const hwidMaxLength = 128
/** Days for which access may go on after its end. */
export const graceDaysMax = 30
/** Devices of one user. */
export const deviceLimitMax = 100
export const deviceNameMaxLength = 64
/** How long a released device is kept. */
export const releasedDeviceDays = 90
/** Live sessions of one user, or of all users of a license. */
export const sessionLimitMax = 1000
export const usernameMaxLength = 64
/** Passwords are measured in bytes of UTF-8. */
export const passwordMaxBytes = 1024
/** Password rules of public registration, unless the application has its own. */
export const defaultMinPasswordLength = 8
/** The longest password that an application can require. */
export const minPasswordLengthMax = 128
/** Password rules of a dashboard account. */
export const dashboardPasswordMinLength = 12
export const dashboardPasswordMaxBytes = 256

/** Maximum duration of an offline lease. */
export const leaseMaxHours = 720
/** Above it the settings warn: a ban reaches an offline program only when its lease expires. */
export const leaseLongHours = 72
/** Default duration when offline leases are turned on. */
export const leaseDefaultHours = 24

/** The longest request for an offline file that is read; clients write at most 700 characters. */
export const offlineRequestMaxLength = 2000
/** For how many days an offline file is valid at most, and if nothing else is asked for. */
export const offlineDaysMax = 366
export const offlineDaysDefault = 30

/** Maximum length of a code template: more than a sixth above that of each shipped one. */
export const codeTemplateMaxLength = 200_000

/** Maximum lifetime of a management token. */
export const managementTokenMaxDays = 366

/** The account of `npm run demo`. */
export const demoEmail = 'demo@keywright.example'

/** A dashboard session expires after this time without use. */
export const dashboardIdleMs = 12 * 60 * 60 * 1000

/** Maximum page size of a list. */
export const maxPageSize = 1000

/** The small chart on an application's card. */
export const sparklineDays = 14

/** Success rate and charts cover this many days. */
export const successRateDays = 30

/** Toast duration: it is shown this long, unless the pointer or the focus is on it. */
export const toastDurationMs = 5_000
/** A closed toast stays in memory this long. */
export const toastRemovalDelayMs = 1_000_000
/** A swipe to the right of at least this many pixels closes a toast. */
export const toastSwipeThresholdPx = 50

/** The part of an address that names a portal. */
export const portalSlugPattern = /^[a-z0-9](?:[a-z0-9-]{1,38})[a-z0-9]$/
export const portalNameMaxLength = 60
export const portalWelcomeMaxLength = 500
export const portalLogoMaxBytes = 100 * 1024
/** The least contrast between a portal's color and the white text on it. */
export const portalContrastMin = 4.5

/** A link with which a user sets a password is valid for this long. */
export const passwordLinkDays = 7
/** Days between two devices that a user releases in the portal. */
export const defaultDeviceReleaseDays = 7
export const deviceReleaseDaysMax = 365
