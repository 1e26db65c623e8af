import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { FirstStart, SetupLink } from './first-start.ts'

export interface StartFacts {
  readonly origin: string
  readonly version: string
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'publicUrl' | 'host'>
  readonly firstStart: FirstStart
  /** Only while there is no owner. */
  readonly setupLink: SetupLink | undefined
}

/** What the operator reads after a start: where it runs, and on the first one what to do now. Each value on a line of its own, to be copied. */
export function startText({ origin, version, config, firstStart, setupLink }: StartFacts): string {
  const lines = ['', `  Keywright ${version} is running.`, '', '  Dashboard', `    ${origin}`, '']
  const { owner, newAdminKey } = firstStart
  if (setupLink) {
    lines.push(
      '  Create the owner account (one use, 30 minutes; a restart prints a new link)',
      `    ${setupLink.url}`,
      '',
    )
  }
  if (owner.kind === 'made_owner') lines.push('  Owner account made from OWNER_EMAIL', `    ${owner.email}`, '')
  if (newAdminKey !== undefined) {
    lines.push('  Admin key (shown once; npm run cli admin-key show prints it again)', `    ${newAdminKey}`, '')
  }
  lines.push(
    '  Data',
    `    ${config.databaseUrl === undefined ? join(config.dataDir, 'keywright.db') : 'PostgreSQL (DATABASE_URL)'}`,
  )
  const masterKey = join(config.dataDir, 'master.key')
  if (existsSync(masterKey)) lines.push(`    ${masterKey}  (back it up apart from the database)`)
  lines.push('', '  Stop it with Ctrl+C.', '')
  if (isPlainAndPublic(config)) {
    lines.push(
      '  Warning: plain HTTP beyond this machine. Put a TLS proxy in front and set PUBLIC_URL to its address.',
      '',
    )
  }
  return `${lines.join('\n')}\n`
}

function isPlainAndPublic({ host, publicUrl }: StartFacts['config']): boolean {
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.')
  return !isLocal && !publicUrl?.startsWith('https:')
}
