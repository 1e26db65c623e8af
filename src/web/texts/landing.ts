export const startIt = 'Start it'
export const runNpmStartAnd =
  'Run npm start and open the link it prints. Choose an email and a password: you are the owner.'
export const createAnApplication = 'Create an application'
export const itGetsAnApi = 'It gets an API key. Add a user, or a license key for your users to register with.'
export const pasteTheSample = 'Paste the sample'
export const itAlreadyHasYour = 'It already has your key. Run it, log in, and watch the login arrive in the dashboard.'
export const fromCloneToFirst = 'From clone to first login in minutes'
export const completeProgramsInNine =
  'Complete programs in nine languages, compiled and run against the real server by our tests. No SDK to install.'
export const readTheRestIn = 'Read the rest in the'
export const inTheDashboardThe = '. In the dashboard, the samples already have your key.'
export const guide = 'guide'
export const language = 'Language'
export const python = 'Python'
export const java = 'Java'
export const go = 'Go'
export const rust = 'Rust'
export const theCallsOfA = (lines: number) => `the requests of a ${lines.toLocaleString('en-US')}-line program`
export const allThereIsTo = (lines: number) =>
  `all there is to fill in of a ${lines.toLocaleString('en-US')}-line program; the dashboard fills it in for you`
export const copied = 'Copied'
export const failedToCopy = 'Failed to copy'
export const copy = 'Copy'
export const usersUnderControl = 'Users under control'
export const pauseBanExpireOr = 'Pause, ban, expire or lock a user to one device. Running clients know within a second.'
export const licenseKeys = 'License keys'
export const seatsThatCantBe =
  "Seats that can't be oversold, validity from creation or first use, up to 1,000 keys at a time."
export const signedResponses = 'Signed responses'
export const everyResponseIsTied =
  "Every response is tied to its request and signed with your application's key, so clients detect a fake server."
export const liveSessions = 'Live sessions'
export const seeWhoRunsYour =
  'See who runs your software now, from where and since when. End a session from the dashboard.'
export const reliableWebhooks = 'Reliable webhooks'
export const savedWithTheChange =
  'Saved with the change that caused them, retried for 3 days, signed. Works with Discord, Slack and Telegram.'
export const blacklist = 'Blacklist'
export const blockIpAddressesNetworks =
  'Block IP addresses, networks, usernames, devices and emails, in one application or all of yours.'
export const activityLog = 'Activity log'
export const everyLoginAndRejection =
  'Every login and rejection with its reason, live, filterable and exportable. See why a login failed in one click.'
export const customMessages = 'Custom messages'
export const writeTheSixMessages = 'Write the six messages your users see, per application or for all of them.'
export const everythingBetweenYourSoftware = 'Everything between your software and its users'
export const everythingYouNeedTo =
  'Everything you need to sell software and stay in control of it, with no other service required.'
export const skipToContent = 'Skip to content'
export const keywrightIsFreeSoftware = 'Keywright is free software under the MIT license. Nothing phones home.'
export const readTheSource = 'Read the source.'
export const licensingForTheSoftware = 'Licensing for the software you sell, on your own server.'
export const loginsLicenseKeysAnd =
  'Logins, license keys and hardware locks. Start it with one command, keep the data in one file, depend on no other service.'
export const npmStart = 'npm start'
export const signIn = 'Sign In'
export const tryTheDemo = 'Try the demo'
export const freeMitEmbeddedDatabase = 'Free, MIT. Embedded database included, PostgreSQL if you like.'
export const theUsersOfAn =
  'The users of an application with name, status, hardware ID, expiry and last login; search and filters above.'
export const main = 'Main'
export const menu = 'Menu'
export const sections = 'Sections'
export const overview = 'Overview'
export const seeAnApplicationAt =
  'See an application at a glance: users, live sessions, success rate and the logins of the last weeks.'
export const licenseKeysText = 'License Keys'
export const seeEachLicenseKey = 'See each license key with its seats, validity and days left.'
export const activity = 'Activity'
export const seeEveryLoginAnd = 'See every login and rejection with its reason, IP address and client.'
export const aFastDashboard = 'A fast dashboard'
export const search100000Users =
  'Search 100,000 users as you type, change every match at once, undo it. Works on phones too.'
export const theSoftwareFreeUnder = 'The software, free under the MIT license'
export const noLimitsOnApplications = 'No limits on applications, users, licenses or events'
export const updatesPullAndRun = 'Updates: pull and run npm start. The database is backed up before its schema changes.'
export const twoSmallProcessorsServe =
  'Two small processors serve thousands of running clients; measure yours with npm run bench'
export const aServerOrContainer = 'A server or container with Node.js, and reliable storage'
export const aDomainNameAnd = 'A domain name, and TLS in front of the server'
export const backupsCreateThemWith = 'Backups: create them with one command, and keep the master key apart'
export const uptimeAndSupportFor = 'Uptime, and support for your users'
export const freeYouHostIt = 'Free. You host it.'
export const oneEditionWithEvery = 'One edition with every feature. You provide the server and maintain it.'
export const whatYouGet = 'What you get'
export const whatYouProvide = 'What you provide'
