export const system = 'System'
export const thisInstallation = 'The server behind this dashboard.'
export const health = 'Health'
export const whatToLookAt = 'What needs attention, and what this installation runs on.'
export const warnings = 'Warnings'
export const allIsWell = 'Everything works.'
export const versionLabel = 'Version'
export const database = 'Database'
export const engines = { sqlite: 'SQLite, embedded', postgres: 'PostgreSQL' } as const
export const sizeOfSqlite = (size: string) => `${engines.sqlite}, ${size}`
export const schema = 'Schema'
export const disk = 'Disk'
export const freeOf = (free: string, size: string) => `${free} free of ${size}`
export const jobs = 'Jobs'
export const jobsOfThisServer = 'What this server does by itself, again and again.'
export const noJobsYet = 'No jobs yet'
export const jobsStartWithTheServer = 'They start with the server.'
export const onceAtTheStart = 'Once, at the start'
export const everySeconds = (seconds: number) =>
  seconds < 60 ? `Every ${seconds === 1 ? 'second' : `${seconds} seconds`}` : everyMinutes(seconds / 60)
const everyMinutes = (minutes: number) => `Every ${minutes === 1 ? 'minute' : `${minutes} minutes`}`
export const lastRun = 'Last run'
export const lastSuccess = 'Last success'
export const took = (ms: number) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)
export const logSaysWhy = "The server's log says why it failed."
export const jobStates = {
  waiting: 'Waiting',
  running: 'Running',
  succeeded: 'OK',
  failed: 'Failed',
} as const
export const jobNames = {
  backups: 'Backups that are due',
  'blacklist hits': 'Blacklist hits',
  'client versions': 'Versions of clients',
  counts: 'Counts and suppressed activity',
  'expiry counts': 'Counts of expired users and licenses',
  'last seen': 'Last heartbeats',
  limits: 'Limits on guessing',
  node: 'Note that this server runs',
  purge: 'Delete ended sessions and deleted applications',
  retention: 'Delete old activity',
  schema: 'Check the schema',
  'session count': 'Count of live sessions',
  sweep: 'End silent sessions',
  'unfinished changes': 'Unfinished bulk actions',
  'unfinished imports': 'Unfinished imports',
  'weeks of activity': 'Partitions of activity',
} as const
const jobNameOf = (name: string) => Object.entries(jobNames).find(([key]) => key === name)?.[1] ?? name
const placeOf = (place: string) => (place === 's3' ? 'in the S3 storage' : 'on this server')
/** What to do about each warning. */
export const warningOf = {
  disk_full: () => "The server's disk is full: changes are refused. Make room on it.",
  disk_low: () => "The server's disk is nearly full. Make room before changes are refused.",
  clock_off: (server: string) => `The clock of ${server} is wrong. Check its time synchronization.`,
  proxy_untrusted: (address: string) =>
    `A proxy at ${address} names its clients, but is not trusted: all of them share its limits. If it is yours, add it to TRUST_PROXY.`,
  job_late: (job: string) => `“${jobNameOf(job)}” has not succeeded for a while. The server's log says why.`,
  backup_failed: (place: string) => `The last backup ${placeOf(place)} failed. Its row below says why.`,
  backup_old: (place: string) =>
    `The newest backup ${placeOf(place)} is too old. Back up now, and look for errors in the server's log.`,
  versions_differ: () =>
    'The servers run different versions. Finish the upgrade: start each of them with the newest version.',
  replica_late: () =>
    'The replica for reads is not reached, or more than 10 seconds behind. The primary is read meanwhile. Check DATABASE_READ_URL and the replica.',
} as const
export const servers = 'Servers'
export const serversOnTheDatabase = 'The servers that use this database, seen in the last minute.'
export const thisServer = 'This server'
export const clockIsWrong = 'Clock off'
export const clockOff = (aheadMs: number) => {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  return `Its clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of the database. Check its time synchronization.`
}
export const versionOf = (version: string) => `Version ${version}`
export const schemaOf = (step: string) => `schema ${step}`
export const started = 'Started'
export const lastSeen = 'Last seen'
export const backups = 'Backups'
export const copiesOfTheDatabase =
  'Checked copies of the database, made while the server runs. Keep the master key elsewhere: no copy contains it.'
export const backUpNow = 'Back up now'
export const backingUp = 'Backing up...'
export const waitForTheOther = 'Wait until the current backup or test has finished.'
export const backupStarted = 'Backup started'
export const couldNotBackUp = "Couldn't start the backup"
export const testRestore = 'Test restore'
export const testRestoreOf = (date: string) => `Test restore of ${date}`
export const testStarted = 'Test restore started'
export const couldNotTest = "Couldn't start the test restore"
export const noBackupsYet = 'No backups yet'
export const firstBackupComes =
  'The first one is made ten minutes after the server starts, then one a day. Change this with BACKUP_EVERY_HOURS.'
export const folder = 'On this server'
export const s3 = 'S3 storage'
export const states = {
  running: 'Running',
  complete: 'Complete',
  rehearsing: 'Testing',
  failed: 'Failed',
} as const
export const written = (size: string) => `${size} written`
export const restoreTested = 'Restore tested'
export const notTested = 'Restore not tested yet'
export const toRestore =
  'To restore a backup, find its name with the first command. Then stop the server and restore it:'
export const restoreCommand = 'npm run cli -- backup list\nnpm run cli -- backup restore <name>'
export const command = 'Command'
export const readTheGuide = 'Read the guide'
export const dataIsInPostgres = 'The data is in PostgreSQL'
export const backUpWithPostgres =
  'Back it up with its own tools: pgBackRest for continuous backups, or pg_dump for single ones. Keep the master key too, in another place.'
export const dumpCommand = 'pg_dump -Fc "$DATABASE_URL" > keywright.dump'
export const ownersOnly = 'Owners only'
export const askAnOwner = 'Only owners see this page. Ask one of them.'
