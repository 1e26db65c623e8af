export const system = 'System'
export const thisInstallation = 'The server behind this dashboard.'
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
export const versionsDiffer =
  'The servers run different versions. Finish the upgrade: start each of them with the newest version.'
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
