import { accessRefusals } from '../../shared/access-refusals.ts'
import { formatCount } from '../ui/text/format.ts'

/** The customers' portal. Its readers are people who bought software: plain words, no terms of the dashboard. */
export const loading = 'Loading…'
export const notFound = 'There is no page at this address'
export const notFoundText = 'Check the address, or ask the seller of your software for it.'
export const failed = 'The page could not be loaded'
export const retry = 'Try again'
export const skip = 'Skip to content'
export const support = 'Get help'
export const signOut = 'Sign out'

export const signIn = 'Sign in'
export const signInText = 'Manage your license, your devices and your password.'
export const signingIn = 'Signing in…'
export const waysIn = 'How to sign in'
export const byName = 'Username'
export const byKey = 'License key'
export const username = 'Username'
export const password = 'Password'
export const licenseKey = 'License key'
export const usernameMissing = 'Enter your username.'
export const passwordMissing = 'Enter your password.'
export const keyMissing = 'Enter your license key.'

export const hello = (name: string | null) => (name === null ? 'Your license' : `Hello, ${name}`)
export const viewOnly = "You signed in with a license key, so you can look but can't change anything."
export const license = 'License'
export const active = 'Active'
export const grace = 'Ends soon'
export const ended = 'Ended'
export const stopped = 'Not active'
export const activeText = 'Everything is fine: your software works.'
export const graceText = (until: string) => `Your time has ended. Your software still works until ${until}.`
export const endedStates: readonly string[] = accessRefusals.filter((state) => state.endsWith('expired'))
export const ends = 'Ends'
export const never = 'Never'
export const left = (days: number) => (days === 0 ? 'ended' : `${formatCount(days, 'day')} left`)
export const seats = 'Seats'
export const seatsUsed = (used: number, max: number) => `${used} of ${max} used`
export const email = 'Email'
export const yes = 'Yes'
export const no = 'No'

export const devices = 'Devices'
export const devicesText = (used: number, limit: number) => `${used} of ${formatCount(limit, 'device')} in use`
export const noDevices = 'Your software has not been used on a device yet.'
export const unnamedDevice = (hwid: string) => `Device ${hwid}…`
export const lastUsed = (when: string) => `Last used ${when}`
export const notUsed = 'Not used yet'
export const offlineUntil = (when: string) => `Has an offline file, so it stays yours until ${when}.`
export const release = 'Release'
export const releaseOf = (name: string) => `Release ${name}`
export const releaseTitle = 'Release this device?'
export const releaseText = (name: string) =>
  `Your software stops on “${name}” at once, and the place is free for another device.`
export const released = 'Device released'
export const nextRelease = (when: string) => `You can release the next device on ${when}.`
export const neverRelease = 'To use another device, ask the seller of your software.'
export const cancel = 'Cancel'

export const sessions = 'Running now'
export const sessionsText = 'Programs that run with your license, and browsers that are signed in here.'
export const noSessions = 'Nothing is running.'
export const program = (label: string) => `Program on device ${label}…`
export const thisBrowser = 'This browser'
export const seen = (when: string) => `Seen ${when}`
export const end = 'End'
export const endOf = (name: string) => `End ${name}`
export const endedOne = 'Session ended'

export const redeem = 'Renew with a license key'
export const redeemText = 'The time of the new key is added to yours.'
export const redeemKey = 'New license key'
export const redeemAction = 'Redeem'
export const redeeming = 'Redeeming…'
export const redeemed = (days: number) => `Done: ${formatCount(days, 'day')} added.`

export const changePassword = 'Password'
export const changePasswordText = 'This signs you out everywhere else.'
export const oldPassword = 'Current password'
export const newPassword = 'New password'
export const newPasswordMissing = 'Enter a new password.'
export const change = 'Change password'
export const changing = 'Changing…'
export const changed = 'Password changed'

export const forgot = 'Forgot your password?'
export const forgotTitle = 'New password'
export const forgotText = 'We send a code to the email address of your account.'
export const formerEmail = 'Email address (optional)'
export const formerEmailHint = 'Only if you have never chosen a password here: the address that you used before.'
export const sendCode = 'Send code'
export const sending = 'Sending…'
export const back = 'Back to sign in'
export const code = 'Code'
export const codeHint = '8 digits, from the email.'
export const codeMissing = 'Enter the 8 digits of the code.'
export const setPassword = 'Set password'
export const passwordSet = 'Your password is changed. Sign in with it.'
export const linkText = 'Choose a new password. The link works once.'
export const firstPassword = 'No password yet?'
export const firstPasswordTitle = 'Your first password'
export const firstPasswordText =
  'For customers who moved here and never chose a password. Your license key proves who you are.'
export const firstPasswordSet = 'Your password is set. Sign in with it.'
export const byCode = 'Get a code by email'
export const keyLost = 'Lost your license key?'
export const keyLostTitle = 'Find your license key'
export const keyLostText = 'We send your keys to the address that you bought them with.'
export const emailAddress = 'Email address'
export const emailMissing = 'Enter your email address.'
export const sendKeys = 'Send my keys'

export const emailTitle = 'Email address'
export const emailText = 'For codes, when you forget your password.'
export const emailNow = (email: string) => `Now: ${email}`
export const newEmail = 'New email address'
export const confirmEmail = 'Confirm'
export const confirming = 'Checking…'
export const emailChanged = 'Email address changed'

export const claimTitle = 'Create an account'
export const claimText =
  'Choose a username and a password. From then on you sign in with them, here and in the software.'
export const claim = 'Create account'
export const claiming = 'Creating…'
