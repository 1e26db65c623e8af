import { formatCount, formatNumber, formatPercent } from '../ui/text/format.ts'

export const active = 'Active'
export const inactive = 'Inactive'
export const noDescriptionProvided = 'No description provided'
export const version = 'Version'
export const hwidLock = 'HWID Lock'
export const enabled = 'Enabled'
export const disabled = 'Disabled'
export const users = 'Users'
export const lastActivity = 'Last activity'
export const none = 'None'
export const deleteOf = (name: string) => `Delete ${name}`
export const manage = 'Manage'
export const manageOf = (name: string) => `Manage ${name}`
export const online = (count: number) => `${formatNumber(count)} online`
export const lastDays = (length: number, value: number, value2: number) =>
  `Last ${length} days: ${formatCount(value, 'login')}, ${formatCount(value2, 'rejected', 'rejected')}`
export const loading = 'Loading...'
export const applications = 'Applications'
export const loginsOfTheLast = (sparklineDays: number, successRateDays: number) =>
  `Logins of the last ${sparklineDays} days, success rate of the last ${successRateDays}.`
export const application = 'Application'
export const role = 'Role'
export const onlineText = 'Online'
export const licenses = 'Licenses'
export const successRate = 'Success rate'
export const copyApiKey = 'Copy API key'
export const addUser = 'Add User…'
export const generateKeys = 'Generate Keys…'
export const inviteToTeam = 'Invite to Team…'
export const rotateApiKey = 'Rotate API Key…'
export const usersOf = (name: string, count: string) => `Users of ${name}: ${count}`
export const settings = 'Settings'
export const deleteText = 'Delete'
export const actionsFor = (name: string) => `Actions for ${name}`
export const failedToCopy = 'Failed to copy'
export const copied = 'Copied'
export const apiKeyCopiedTo = 'API key copied to clipboard'
export const searchApplications = 'Search applications'
export const layout = 'Layout'
export const refresh = 'Refresh'
export const noApplicationsYet = 'No Applications Yet'
export const createYourFirstApplication =
  'Create your first application to get started. You will receive an API key for authenticating its users.'
export const createYourFirstApplicationText = 'Create Your First Application'
export const noMatches = 'No matches'
export const noApplicationsMatch = (search: string) => `No applications match “${search}”.`
export const clearSearch = 'Clear search'
export const cards = 'Cards'
export const table = 'Table'
export const mine = 'Mine'
export const all = 'All'
export const whoseApplications = 'Whose applications'
export const theBefore = (length: string) => `the ${length} before`
export const noneInEither = (time: string) => `None in ${time} either`
export const asManyAsIn = (time: string) => `As many as in ${time}`
export const noneIn = (time: string) => `None in ${time}`
export const lessThan1 = 'Less than 1%'
export const thanTheBefore = (size: string, what: string, length: string) => `${size} ${what} than the ${length} before`
export const willLoseAccess = (users: number) => `${formatCount(users, 'user')} will lose access. `
export const deleteApplication = 'Delete Application'
export const thisActionCannotBe = 'This action cannot be undone. This will permanently delete'
export const andRemoveAllAssociated = 'and remove all associated data.'
export const deleting = 'Deleting...'
export const enterTheApplicationsName = "Enter the application's name."
export const applicationName = 'Application name'
export const typeTheApplicationsName = (loss: string) => `${loss}Type the application's name to confirm.`
export const pleaseEnterAnApplication = 'Please enter an application name'
export const error = 'Error'
export const newApplication = 'New Application'
export const youGetAnApi = 'You get an API key, which your software sends to log its users in.'
export const createApplication = 'Create Application'
export const creating = 'Creating…'
export const applicationNameText = 'Application Name'
export const eGMyGame = 'e.g., My Game App'
export const descriptionOptional = 'Description (Optional)'
export const shortcuts = 'Shortcuts'
export const webhooks = 'Webhooks'
export const configureEventNotifications = 'Configure event notifications'
export const blacklist = 'Blacklist'
export const manageBlockedUsers = 'Manage blocked users'
export const activityLogs = 'Activity Logs'
export const monitorSystemEvents = 'Monitor system events'
export const totals = 'Totals'
export const time = (zone: string) => `${zone} time`
export const sessionsWithAHeartbeat = 'Sessions with a heartbeat in the last 90 seconds.'
export const rightNow = 'Right now'
export const logins = 'Logins'
export const failed = 'Failed'
export const loginsRejectedForAny = 'Logins rejected for any reason.'
export const expiring = 'Expiring'
export const usersWhoCanLog = 'Users who can log in now and expire in the next 7 days.'
export const usersInTheNext = (licenses: number) => `Users in the next 7 days, and ${formatCount(licenses, 'license')}`
export const ofLoginsSucceeded = (successRate: number) => `${formatPercent(successRate)} of logins succeeded`
export const inTotal = (apiRequests: number) => `${formatCount(apiRequests, 'API request')} in total`
export const applicationCreatedSuccessfully = 'Application created successfully'
export const failedToCreateApplication = 'Failed to create application'
export const applicationDeletedSuccessfully = 'Application deleted successfully'
export const failedToDeleteApplication = 'Failed to delete application'
