import { formatCount, formatDateTime, formatNumber } from '../ui/text/format.ts'

export const success = 'Success'
export const fail = 'Fail'
export const code = (code: string) => `Code ${code}`
export const user = (name: string) => `User ${name}`
export const name = (username: string) => `Name ${username}`
export const ip = (ip: string) => `IP ${ip}`
export const from = (from: string) => `From ${formatDateTime(from)}`
export const until = (to: string) => `Until ${formatDateTime(to)}`
export const filters = 'Filters'
export const removeFilter = (label: string) => `Remove filter ${label}`
export const time = 'Time'
export const event = 'Event'
export const status = 'Status'
export const userText = 'User'
export const userAgent = 'User Agent'
export const andMoreInThis = (count: number) => `and ${formatNumber(count)} more in this minute`
export const error = 'Error'
export const thisEntryIsNo = 'This entry is no longer in the log.'
export const activity = 'Activity'
export const openUser = 'Open user'
export const onlyThisIp = 'Only this IP'
export const blacklistThisIp = 'Blacklist this IP'
export const blacklistThisHwid = 'Blacklist this HWID'
export const count = 'Count'
export const eventsWithinOneMinute = (count: number) => `${formatNumber(count)} events within one minute`
export const reasonCode = 'Reason code'
export const none = 'None'
export const decidedBy = 'Decided by'
export const noSuchUser = '(no such user)'
export const notSent = 'Not sent'
export const userAgentText = 'user agent'
export const comparedValues = 'Compared Values'
export const check = 'Check'
export const stored = 'Stored'
export const sent = 'Sent'
export const nothing = 'Nothing'
export const last24Hours = 'Last 24 hours'
export const last7Days = 'Last 7 days'
export const last30Days = 'Last 30 days'
export const events = (kind: string) => `${kind} events`
export const no = (which: string, what: string) => `No ${which}${what}`
export const ofTheseKinds = 'of these kinds'
export const withTheCode = (code: string) => `with the code ${code}`
export const fromOf = (ip: string) => `from ${ip}`
export const thisUser = 'this user'
export const ofOf = (username: string) => `of ${username}`
export const inThisTime = 'in this time'
export const thisUserDoesntExist = "This user doesn't exist."
export const actionsFor = (event: string) => `Actions for ${event}`
export const details = 'Details'
export const onlyThisUser = 'Only this user'
export const successAndFail = 'Success and Fail'
export const result = 'Result'
export const exportText = 'Export'
export const noActivityYet = 'No activity yet'
export const loginsRegistrationsSessionsAnd =
  'Logins, registrations, sessions and rejections appear here as they happen.'
export const rejected = 'Rejected'
export const kindsOfEvents = (count: number) => `${count} kinds of events`
export const allEvents = 'All events'
export const activityIsKeptFor = (days: number, rows: number) =>
  `Activity is kept for ${formatCount(days, 'day')}, at most ${formatCount(rows, 'entry', 'entries')} of one application.`
export const blacklistEntryRemovedSuccessfully = 'Blacklist entry removed successfully'
export const blacklistEntryAddedSuccessfully = 'Blacklist entry added successfully'
export const failedToAddBlacklist = 'Failed to add blacklist entry'
export const noHardwareIdIs = 'No hardware ID is bound to this user.'
export const blacklistThis = (what: string) => `Blacklist this ${what}`
export const fromTheDevice = 'from the device'
export const fromTheIpAddress = 'from the IP address'
export const blocksAllLoginsTo = (what: string) => `Blocks all logins to this application ${what}`
export const blacklist = (what: string) => `Blacklist ${what}`
export const adding = 'Adding…'
export const loading = 'Loading...'
export const thisIsTheUsers = "This is the user's bound hardware ID. The log keeps only part of the ID that was sent."
export const exportFinished = 'Export finished'
export const exportFailed = 'Export failed'
export const exportActivity = 'Export Activity'
export const exportsAllEntriesThat = 'Exports all entries that match the filters.'
export const exportsTheWholeLog = 'Exports the whole log. No filters are set.'
export const exporting = 'Exporting…'
export const format = 'Format'
export const forSpreadsheetsFormulasAre = 'For spreadsheets. Formulas are exported as text.'
export const oneListWithEvery = 'One list with every field, including compared values.'
export const exported = 'Exported'
export const ofOf2 = (total: number) => ` of ${formatCount(total, 'entry', 'entries')}`
export const lastHour = 'Last hour'
export const clearFilters = 'Clear filters'
export const show = 'Show'
export const username = 'Username'
export const exactUsernameIncludingUnknown = 'Exact username, including unknown ones.'
export const ipText = 'IP'
export const fromText = 'From'
export const untilText = 'Until'
export const suchAsInvalidCredentials = 'Such as invalid_credentials.'
export const eventsText = 'Events'
export const orMore = ' or more'
export const paused = (count: number, what: string) => `Paused · ${formatCount(count, 'new event')}${what}`
export const live = 'Live'
export const resume = 'Resume'
export const pause = 'Pause'
