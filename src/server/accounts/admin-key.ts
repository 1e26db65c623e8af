import type { Config } from '../config.ts'
import {
  adminKeyFile,
  hashAdminKey,
  hashesOfFolder,
  isOneOf,
  type KeyHash,
  makeAdminKeyOnce,
  readAdminKeyHash,
} from '../lib/admin-key.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { randomToken } from '../lib/tokens.ts'
import type { Stores } from '../store/index.ts'

/** The key of the admin panel, wherever it is kept. */
export interface AdminKey {
  isRight(sent: string): Promise<boolean>
  /** Creates the key at the first start; returns it only then, since it is printed once. */
  makeOnce(): Promise<string | undefined>
}

interface AdminKeyDeps {
  readonly stores: Stores
  readonly clock: Clock
  readonly log: Log
  readonly config: Pick<Config, 'adminKey' | 'dataDir'>
}

/**
 * `ADMIN_KEY` wins. Without it, servers on one PostgreSQL share a key whose hash is in the database; with the embedded
 * database it is a file of the data folder.
 */
export function openAdminKey(engine: 'sqlite' | 'postgres', deps: AdminKeyDeps): AdminKey {
  const { adminKey, dataDir } = deps.config
  if (adminKey !== undefined) {
    const accepted = [{ hash: hashAdminKey(adminKey) }]
    return { isRight: async (sent) => isOneOf(sent, accepted), makeOnce: async () => undefined }
  }
  if (engine === 'postgres') return keyOfDatabase(deps)
  return {
    isRight: async (sent) => isOneOf(sent, hashesOfFolder(dataDir, deps.clock.now())),
    makeOnce: async () => makeAdminKeyOnce(dataDir),
  }
}

function keyOfDatabase({ stores, clock, log, config: { dataDir } }: AdminKeyDeps): AdminKey {
  return {
    isRight: async (sent) => isOneOf(sent, await stores.adminKey.hashes(clock.now())),
    async makeOnce() {
      const file = readAdminKeyHash(dataDir) ? adminKeyFile(dataDir) : undefined
      if (file !== undefined) {
        await takeOver(hashesOfFolder(dataDir, clock.now()), file, { stores, clock, log })
        return undefined
      }
      const key = randomToken()
      return (await stores.transaction((tx) => tx.adminKey.claim(hashAdminKey(key)))) ? key : undefined
    },
  }
}

/**
 * Earlier versions kept a key in the data folder of each server. The first one that starts makes its own the key of
 * all, so that it stays valid; of the others the log says that their key is not.
 */
async function takeOver(
  [key, former]: readonly KeyHash[],
  file: string,
  { stores, clock, log }: Pick<AdminKeyDeps, 'stores' | 'clock' | 'log'>,
): Promise<void> {
  if (!key) return
  const isTaken = await stores.transaction(async (tx) => {
    const isFirst = await tx.adminKey.claim(key.hash)
    if (isFirst) await tx.adminKey.putFormer(former)
    return isFirst
  })
  if (isTaken) {
    log.info('The admin key of the data folder is now the one of all servers; its file is no longer read.', { file })
    return
  }
  const [shared] = await stores.adminKey.hashes(clock.now())
  if (shared?.hash !== key.hash) log.warn('This file is not the admin key of the servers and is not read.', { file })
}
