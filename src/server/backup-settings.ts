import type { KeepRule } from './backups/keep.ts'
import { bucketUrl, everyHours, keepRule, oneOf, type Setting, text } from './setting-schemas.ts'

/** Settings of backups of the embedded database. */
export const backupSettings = {
  BACKUP_EVERY_HOURS: {
    schema: everyHours,
    fallback: '24',
    meaning: 'Hours between backups of the embedded database, 1 to 168; 0 makes none',
  },
  BACKUP_KEEP: {
    schema: keepRule,
    fallback: '7,4,6',
    meaning: 'Backups that are kept: the newest ones, one of each of so many weeks, and one of each of so many months',
  },
  SQLITE_CHECKPOINTS: {
    schema: oneOf('server', 'external'),
    fallback: 'server',
    meaning: 'external leaves the log of the embedded database to a program that replicates it, such as Litestream',
  },
  BACKUP_S3_ENDPOINT: {
    schema: bucketUrl,
    meaning: 'S3-compatible storage that gets an encrypted copy of each backup: its address with the bucket',
  },
  BACKUP_S3_REGION: {
    schema: text.regex(/^[a-z0-9-]{1,64}$/, 'must be a region such as eu-central-1'),
    fallback: 'auto',
    meaning: 'Region of that storage',
  },
  BACKUP_S3_PREFIX: {
    schema: text.regex(/^([\w.-]+\/)*[\w.-]*$/, 'must be letters, digits, dots, dashes and slashes').max(200),
    fallback: '',
    meaning: 'What names in the bucket begin with, such as keywright/',
  },
  BACKUP_S3_KEY_ID: { schema: text.max(200), isSecret: true, meaning: 'Access key of that storage' },
  BACKUP_S3_SECRET: { schema: text.max(200), isSecret: true, meaning: 'Secret of that access key' },
} satisfies Record<string, Setting>

/** S3-compatible storage, and how to get in. */
export interface BucketConfig {
  /** With the bucket. */
  readonly endpoint: string
  readonly region: string
  readonly prefix: string
  readonly keyId: string
  readonly secret: string
}

/** How backups of the embedded database are made. */
export interface BackupConfig {
  /** 0: none are made by themselves. */
  readonly everyHours: number
  readonly keep: KeepRule
  /** Absent: copies stay in the data folder. */
  readonly bucket: BucketConfig | undefined
  /** Another program moves the log of the embedded database into it. */
  readonly hasExternalCheckpoints: boolean
}

interface Values {
  readonly BACKUP_EVERY_HOURS: number
  readonly BACKUP_KEEP: KeepRule
  readonly SQLITE_CHECKPOINTS: 'server' | 'external'
  readonly BACKUP_S3_ENDPOINT: string | undefined
  readonly BACKUP_S3_REGION: string
  readonly BACKUP_S3_PREFIX: string
  readonly BACKUP_S3_KEY_ID: string | undefined
  readonly BACKUP_S3_SECRET: string | undefined
}

export function backupsOf(values: Values, problems: string[]): BackupConfig {
  const { BACKUP_EVERY_HOURS, BACKUP_KEEP: keep } = values
  const hasExternalCheckpoints = values.SQLITE_CHECKPOINTS === 'external'
  return { everyHours: BACKUP_EVERY_HOURS, keep, hasExternalCheckpoints, bucket: bucketOf(values, problems) }
}

function bucketOf(values: Values, problems: string[]): BucketConfig | undefined {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: secret } = values
  const { BACKUP_S3_REGION: region, BACKUP_S3_PREFIX: prefix } = values
  if (endpoint !== undefined && keyId !== undefined && secret !== undefined) {
    return { endpoint, region, prefix, keyId, secret }
  }
  const isMeant = [endpoint, keyId, secret].some((value) => value !== undefined)
  if (isMeant && !problems.some((problem) => problem.startsWith('BACKUP_S3_'))) {
    problems.push('BACKUP_S3_ENDPOINT, BACKUP_S3_KEY_ID and BACKUP_S3_SECRET must be set together')
  }
  return undefined
}
