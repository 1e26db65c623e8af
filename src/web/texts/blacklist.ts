import { formatCount } from '../ui/text/format.ts'

export const addToBlacklist = 'Add to Blacklist'
export const matchingUsersCantLog = "Matching users can't log in, register or keep a session."
export const add = 'Add'
export const adding = 'Adding…'
export const enterAValueTo = 'Enter a value to block.'
export const type = 'Type'
export const data = 'Data'
export const reasonOptional = 'Reason (Optional)'
export const checking = 'Checking…'
export const value = 'Value'
export const reason = 'Reason'
export const scope = 'Scope'
export const global = 'Global'
export const hits = 'Hits'
export const added = 'Added'
export const none = 'None'
export const deleteOf = (value: string) => `Delete ${value}`
export const allTypes = 'All types'
export const importText = 'Import'
export const blacklist = 'Blacklist'
export const noBlacklistEntriesMatch = 'No blacklist entries match these filters.'
export const noBlacklistEntriesYet = 'No blacklist entries yet'
export const blockAnIpAddress =
  'Block an IP address, network, username, hardware ID or email, in one application or all of yours.'
export const username = 'Username'
export const email = 'Email'
export const oneIpAddressOr = 'One IP address, or a network such as 203.0.113.0/24. IPv4 or IPv6.'
export const ignoresCase = 'Ignores case.'
export const theHardwareIdThat = 'The hardware ID that your software sends.'
export const theEmailOfA = 'The email of a user. Ignores case.'
export const thisValueCantBe = "This value can't be blocked."
export const atLeast = 'at least '
export const userSeenSoFar = 'user seen so far'
export const currentUser = 'current user'
export const blocksNo = (what: string) => `Blocks no ${what}.`
export const blocks = (atLeast: string, users: number, sessions: number) =>
  `Blocks ${atLeast}${formatCount(users, 'current user')}, ${formatCount(sessions, 'session')}.`
export const willBeListedAs = (value: string) => `Will be listed as ${value}`
export const alreadyOnThisList = 'Already on this list.'
export const thisIncludesYourOwn = "This includes your own IP address: your software couldn't log in from here."
export const deleteBlacklistEntry = 'Delete Blacklist Entry'
export const willNoLongerBe = 'will no longer be blocked. This action cannot be undone.'
export const deleteText = 'Delete'
export const deleting = 'Deleting...'
export const noLoginsBlockedYet = 'No logins blocked yet.'
export const blocked = (hits: number) => `Blocked ${formatCount(hits, 'login')}.`
export const lastHit = 'Last hit'
export const never = 'Never'
export const importAList = 'Import a List'
export const oneValuePerLine =
  'One value per line, with an optional reason after a comma. Lines starting with # are ignored.'
export const checkList = 'Check List'
export const addOf = (added: number) => `Add ${formatCount(added, 'Entry', 'Entries')}`
export const list = 'List'
export const enterTheListFirst = 'Enter the list first.'
export const nothingToAdd = 'Nothing to add.'
export const thisFileIsLarger = 'This file is larger than 200 kB. Split it and try again.'
export const fileWithTheList = 'File with the list'
export const alreadyListed = (added: number, listed: number) =>
  `${formatCount(added, 'new entry', 'new entries')} · ${listed} already listed ·`
export const invalid = (invalid: number) => `${invalid} invalid`
export const line = (line: number) => `Line ${line}:`
export const andMore = (length: number) => `and ${length} more`
export const appliesToAllOf = 'Applies to all of your applications.'
export const application = 'Application'
export const app = (name: string, id: number) => `${name} (App ${id})`
export const noApplicationsYet = 'No applications yet.'
export const thisApplicationBelongsTo = 'This application belongs to another account.'
export const failedToAddBlacklist = 'Failed to add blacklist entry'
export const blacklistEntryAdded = 'Blacklist entry added'
export const addedOf = (added: number) => `${formatCount(added, 'blacklist entry', 'blacklist entries')} added`
export const alreadyListedInvalid = (listed: number, invalid: number) => `${listed} already listed, ${invalid} invalid`
export const blacklistEntryDeleted = 'Blacklist entry deleted'
