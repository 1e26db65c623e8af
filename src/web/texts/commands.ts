export const bestMatch = 'Best match'
export const copied = 'Copied'
export const copiedToClipboard = (what: string) => `${what} copied to clipboard`
export const failedToCopy = 'Failed to copy'
export const dashboard = 'Dashboard'
export const homeOverviewApplications = 'home overview applications'
export const activityLogs = 'Activity Logs'
export const eventsLogins = 'events logins'
export const auditLog = 'Audit log'
export const webhooks = 'Webhooks'
export const discordSlackTelegram = 'discord slack telegram'
export const blacklist = 'Blacklist'
export const customMessages = 'Custom Messages'
export const documentation = 'Documentation'
export const helpGuide = 'help guide'
export const integrationExamples = 'Integration Examples'
export const codeSamples = 'code samples'
export const codeTemplates = 'Code Templates'
export const account = 'Account'
export const passwordTwoFactorPasskeys = 'password two-factor passkeys tokens sessions'
export const userManagement = 'User Management'
export const dashboardUsers = 'dashboard users'
export const codeEditor = 'Code Editor'
export const overview = 'Overview'
export const users = 'Users'
export const licenses = 'Licenses'
export const activity = 'Activity'
export const logsEvents = 'logs events'
export const apiConfig = 'API Config'
export const apiKeySigning = 'api key signing'
export const messages = 'Messages'
export const licensePage = 'License page'
export const liveSessions = 'Live Sessions'
export const settings = 'Settings'
export const team = 'Team'
export const membersColleagueInvite = 'members colleague invite'
export const usersExpiringThisWeek = 'Users expiring this week'
export const usersWhoNeverLogged = 'Users who never logged in'
export const failedLoginsToday = 'Failed logins today'
export const application = (id: number) => `application ${id}`
export const needsTheRoleManager = 'Needs the role Manager'
export const copyKey = (id: number) => `copy key ${id}`
export const copyApiKey = 'Copy API key'
export const addUser = 'Add User'
export const newUserCreate = 'new user create'
export const createLicense = 'Create License'
export const newLicenseGenerateKey = 'new license generate key'
export const addWebhook = 'Add Webhook'
export const newWebhookDiscord = 'new webhook discord'
export const addToBlacklist = 'Add to Blacklist'
export const apiKey = 'API key'
export const newApplication = 'new application'
export const newApplicationText = 'New Application'
export const createAdd = 'create add'
export const copyLink = 'copy link'
export const copyLinkToThis = 'Copy link to this page'
export const addressUrlShare = 'address url share'
export const link = 'Link'
export const commandPalette = 'Command Palette'
export const commandPaletteText = 'Command palette'
export const userLicenseKeyPage = 'User, license key, page, setting or action'
export const action = 'Action'
export const backFrom = 'Back from'
export const enterOpen = 'Enter: open'
export const ctrlEnterOpenIn = 'Ctrl/⌘ Enter: open in a new tab'
export const rightArrowActions = 'Right arrow: actions'
export const backspaceBack = 'Backspace: back'
export const open = (label: string) => `Open ${label}`
export const actions = 'Actions'
export const searching = 'Searching…'
export const thisBrowserKnowsNo = (secret: string) => `This browser knows no ${secret} that starts like this.`
export const nothingFoundFor = (typed: string) => `Nothing found for “${typed}”.`
export const keysAndTokensAre = 'Keys and tokens are compared in your browser and never sent.'
export const searchingUsersLicensesAnd = 'Searching users, licenses and webhooks…'
export const searchFailed = (message: string) => `Search failed. ${message}`
export const tryAgain = 'Try again'
export const notEverythingWasSearched = 'Not everything was searched. Type more, or open the application first.'
export const results = 'Results'
export const needsTheRole = (right: string) => `Needs the role ${right}`
export const banned = 'Banned'
export const paused = 'Paused'
export const inactive = 'Inactive'
export const user = (id: number) => `user ${id}`
export const userOf = (key: string, id: number) => `${key} user ${id}`
export const ban = (reach: string) => `ban ${reach}`
export const unban = (username: string) => `Unban ${username}`
export const banOf = (username: string) => `Ban ${username}…`
export const banWithHwid = (username: string) => `Ban ${username} with HWID…`
export const banInAllMy = (username: string) => `Ban ${username} in all my applications…`
export const resume = (username: string) => `Resume ${username}`
export const pause = (username: string) => `Pause ${username}`
export const resetHwidOf = (username: string) => `Reset HWID of ${username}`
export const extendTheLicenseOf = (username: string) => `Extend the license of ${username}…`
export const extend = (username: string) => `Extend ${username}…`
export const copyIdOf = (username: string) => `Copy ID of ${username}`
export const userId = 'User ID'
export const license = (id: number) => `license ${id}`
export const licenseOf = (name: string, id: number) => `${name} license ${id}`
export const copyKeyOf = (key: string) => `Copy key ${key}`
export const licenseKey = 'License key'
export const extendOf = (key: string) => `Extend ${key}…`
export const disable = 'Disable'
export const enable = 'Enable'
export const usersLicense = (id: number) => `users license ${id}`
export const usersOf = (key: string) => `Users of ${key}`
export const webhook = (id: number) => `webhook ${id}`
export const allApplications = 'All applications'
export const managementToken = 'management token'
export const sessionToken = 'session token'
export const name = 'Name'
export const version = 'Version'
export const description = 'Description'
export const active = 'Active'
export const offlineDisable = 'offline disable'
export const hwidLock = 'HWID Lock'
export const hardwareDevice = 'hardware device'
export const versionIsMandatory = 'Version is mandatory'
export const downloadUrl = 'Download URL'
export const registrationMode = 'Registration mode'
export const openClosedLicense = 'open closed license'
export const daysAnOpenRegistration = 'Days an open registration lasts'
export const trialExpiry = 'trial expiry'
export const minimumPasswordLength = 'Minimum password length'
export const strictVerify = 'Strict verify'
export const apiKeyInThe = 'API key in the header only'
export const liveSessionsPerUser = 'Live sessions per user'
export const limitSharing = 'limit sharing'
export const whenTheLimitIs = 'When the limit is reached'
export const offlineLease = 'Offline lease'
export const daysOfActivity = 'Days of activity'
export const retentionLog = 'retention log'
export const rowsOfActivity = 'Rows of activity'
export const setting = (field: string) => `setting ${field}`
export const settingsOf = (name: string) => `Settings of ${name}`
export const ctrl = 'Ctrl'
export const enter = 'Enter'
export const saveTheFormYou = 'Save the form you are in'
export const focusTheNotification = 'Focus the notification'
export const esc = 'Esc'
export const closeTheDialogOr = 'Close the dialog or menu'
export const searchThisScreen = 'Search this screen'
export const nextRow = 'Next row'
export const previousRow = 'Previous row'
export const openTheRow = 'Open the row'
export const selectTheRow = 'Select the row'
export const shift = 'Shift'
export const selectAllRowsUp = 'Select all rows up to this one'
export const editTheRow = 'Edit the row'
export const addToTheList = 'Add to the list'
export const usersOfTheApplication = 'Users of the application'
export const licensesOfTheApplication = 'Licenses of the application'
export const apiConfigWithoutAn = 'API Config; without an application, Code'
export const teamOfTheApplication = 'Team of the application'
export const settingsOfTheApplication = 'Settings of the application'
export const thisList = 'This list'
export const keyboardShortcuts = 'Keyboard Shortcuts'
export const singleKeyShortcuts = 'Single-key shortcuts'
export const shortcutsWithoutCtrlWhen =
  'Shortcuts without Ctrl. When off, single keys do nothing. They never apply while you type in a field.'
export const thenKey = 'then'
export const applications = 'Applications'
export const pages = 'Pages'
export const found = 'Found'
export const docs = 'Docs'
export const guide = (href: string) => `guide ${href}`
export const recent = 'Recent'
export const all = (section: string) => `all ${section}`
export const showAllIn = (section: string, name: string) => `Show all ${section} in ${name}`
export const apiKeys = 'API keys'
export const key = (id: number) => `key ${id}`
export const apiKeyOf = (name: string) => `API key of ${name}`
export const managementTokens = 'Management tokens'
export const tokens = 'Tokens'
export const liveSessionsOf = (name: string) => `Live Sessions of ${name}`
export const devicesPerUser = 'Devices per user'
export const hardwareLockMachines = 'hardware lock machines'
export const licenseLogin = 'License login'
export const keyAlone = 'key alone without password'
