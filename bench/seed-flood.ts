import { hash as argon2 } from '@node-rs/argon2'
import bcrypt from 'bcryptjs'
import { type DatabaseOptions, openDatabase } from '../src/server/db/open.ts'
import { openSecrets } from '../src/server/lib/secrets.ts'
import { newApiKey } from '../src/server/lib/tokens.ts'
import { openStores, type StoreSet } from '../src/server/store/index.ts'
import { rolePresets } from '../src/shared/permissions.ts'
import { seedApplication } from './seed-application.ts'

/** An application that receives a flood; all of its users have one password. */
export interface FloodedApplication {
  readonly apiKey: string
  readonly users: readonly string[]
  readonly password: string
}

export interface FloodedTenants {
  /** Of one tenant. */
  readonly ofOne: readonly FloodedApplication[]
  /** Of as many tenants. */
  readonly ofMany: readonly FloodedApplication[]
  /** Of one more tenant, whose users were imported with the most expensive hash parameters an import accepts. */
  readonly costly: FloodedApplication
}

interface FloodOptions extends Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'> {
  readonly masterKey: string
  /** A hash with today's parameters for the users, and its password. */
  readonly passwordHash: string
  readonly password: string
}

const applications = 5
const usersOfEach = 60

/** Tenants with users for attackers, in addition to the seeded installation. */
export async function seedFlood({
  masterKey,
  passwordHash,
  password,
  ...place
}: FloodOptions): Promise<FloodedTenants> {
  const database = await openDatabase({ ...place, checkpoint: false })
  const stores = openStores(database, openSecrets(place.dataDir, { masterKey }))
  const costlyHashes = [
    await bcrypt.hash(password, 12),
    await argon2(password, { memoryCost: 65_536, timeCost: 4, parallelism: 1 }),
  ]
  let tenants = 0
  const tenant = (tx: StoreSet) => {
    tenants += 1
    const email = `tenant-${tenants}@example.com`
    return tx.accounts.insert({ email, passwordHash, role: 'user', permissions: rolePresets.user, at: new Date() })
  }
  const application = async (tx: StoreSet, ownerId: number, hashes: readonly string[]): Promise<FloodedApplication> => {
    const apiKey = newApiKey()
    const id = await seedApplication(tx, ownerId, apiKey)
    const users = Array.from({ length: usersOfEach }, (_, user) => `flooder-${user}`)
    for (const [user, username] of users.entries()) {
      const hash = hashes[user % hashes.length] ?? passwordHash
      const none = { email: null, hwid: null, isHwidLocked: false, expiresAt: null, licenseId: null }
      await tx.appUsers.insert(id, { ...none, username, passwordHash: hash, createdAt: new Date() })
    }
    return { apiKey, users, password }
  }
  const several = async (work: (tx: StoreSet) => Promise<FloodedApplication>) => {
    const made: FloodedApplication[] = []
    for (let n = 0; n < applications; n += 1) made.push(await stores.transaction(work))
    return made
  }
  try {
    const one = await stores.transaction(tenant)
    return {
      ofOne: await several((tx) => application(tx, one, [])),
      ofMany: await several(async (tx) => application(tx, await tenant(tx), [])),
      costly: await stores.transaction(async (tx) => application(tx, await tenant(tx), costlyHashes)),
    }
  } finally {
    await database.close()
  }
}
