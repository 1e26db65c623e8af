import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { rehearseDump } from '../db/open.ts'
import { openSecrets } from '../lib/secrets.ts'
import { ConfigError } from '../lib/start-error.ts'
import { openSealedApiKey } from '../store/applications/api-keys.ts'
import { masterKeyPlace } from './backup.ts'
import type { CommandOutput } from './command-output.ts'

/** Restores a dump into a database of its own, and says what is in it. The database of the server stays as it is. */
export async function rehearseDumpFile(config: Config, file: string): Promise<CommandOutput> {
  const { databaseUrl, connections, dataDir, masterKey } = config
  if (databaseUrl === undefined) {
    throw new ConfigError(['DATABASE_URL: a dump is restored on the PostgreSQL that it names, and it is not set.'])
  }
  if (!existsSync(file)) throw new Error(`There is no ${file}.`)
  const secrets = openSecrets(dataDir, { masterKey, isFirstStart: false })
  const { masterKeyId, schema, rows, counts, newestChange, key } = await rehearseDump(
    connections.directUrl ?? databaseUrl,
    resolve(file),
  )
  if (masterKeyId !== secrets.keyId) {
    throw new Error(
      `${file} can be restored, but its master key is ${masterKeyId}, and ${masterKeyPlace(config)} is ${secrets.keyId}: ` +
        'none of its keys could be read.',
    )
  }
  if (key) openSealedApiKey(secrets, key.applicationId, key.sealed)
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const lines = counts.map(({ what, count }) => `  ${what}: ${count}`)
  const since = newestChange === undefined ? 'no change in the dashboard' : newestChange.toISOString()
  return {
    text: [
      `${file} can be restored, and this version can use it: ${total} rows in ${Object.keys(rows).length} tables.`,
      ...lines,
      `Its last change in the dashboard: ${since}.`,
      `It needs the master key ${masterKeyId}, which fits.`,
    ].join('\n'),
    facts: { file, masterKeyId, schema, rows, newestChange: newestChange ?? null },
  }
}
