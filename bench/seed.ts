import { randomBytes } from 'node:crypto'
import { type DatabaseOptions, openDatabase } from '../src/server/db/open.ts'
import { openPasswords } from '../src/server/lib/passwords/passwords.ts'
import { openSecrets } from '../src/server/lib/secrets.ts'
import { hashToken, newApiKey, newSessionToken } from '../src/server/lib/tokens.ts'
import { openStores, type Stores } from '../src/server/store/index.ts'
import { rolePresets } from '../src/shared/permissions.ts'
import { seedApplication } from './seed-application.ts'
import { seededRandom, shuffled } from './statistics.ts'

export interface SeedOptions extends Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'> {
  readonly users: number
  /** Live sessions of each user. */
  readonly sessionsPerUser: number
  /** Default: the data folder's own key. */
  readonly masterKey?: string
}

export interface SeededUser {
  readonly id: number
  readonly username: string
  readonly hwid: string
}

export interface Seeded {
  readonly apiKey: string
  readonly email: string
  /** Of the owner and of every user. */
  readonly password: string
  readonly passwordHash: string
  readonly users: readonly SeededUser[]
  /** Of all sessions, in random order. */
  readonly tokens: readonly string[]
}

const email = 'owner@example.com'
const password = 'a long enough password'
const perTransaction = 500
const usersPerLicense = 10

/** Fills an installation before its server starts: without HTTP, but through the same stores as the server. */
export async function seed({ users, sessionsPerUser, masterKey, ...place }: SeedOptions): Promise<Seeded> {
  const secrets = openSecrets(place.dataDir, { masterKey })
  const database = await openDatabase({ ...place, checkpoint: false })
  try {
    const stores = openStores(database, secrets)
    const passwordHash = await openPasswords().hash(password)
    const apiKey = newApiKey()
    const applicationId = await stores.transaction(async (tx) => {
      // as a first start does: a move asks for it
      await tx.installation.claim('master_key_id', secrets.keyId)
      const owner = { email, passwordHash, role: 'owner', permissions: rolePresets.owner, at: new Date() } as const
      return seedApplication(tx, await tx.accounts.insert(owner), apiKey)
    })
    const seededUsers = await seedUsers(stores, applicationId, users, passwordHash)
    const tokens = await seedSessions(stores, applicationId, seededUsers, sessionsPerUser)
    return { apiKey, email, password, passwordHash, users: seededUsers, tokens: shuffled(tokens, seededRandom(1)) }
  } finally {
    await database.close()
  }
}

/** Each user is bound to a device and has a seat of a license. */
async function seedUsers(
  stores: Stores,
  applicationId: number,
  count: number,
  passwordHash: string,
): Promise<SeededUser[]> {
  const now = new Date()
  const users: SeededUser[] = []
  for (let start = 0; start < count; start += usersPerLicense) {
    const places = Array.from({ length: Math.min(usersPerLicense, count - start) }, (_, index) => start + index)
    const made = await stores.transaction(async (tx) => {
      const { id: licenseId } = await tx.licenses.insert(applicationId, {
        licenseKey: `BENCH-${start}`,
        maxUsers: usersPerLicense,
        validityDays: 365,
        validityStart: 'creation',
        description: '',
        isActive: true,
        expiresAt: new Date(now.getTime() + 365 * 86_400_000),
        createdAt: now,
      })
      const inserted: SeededUser[] = []
      for (const place of places) {
        await tx.licenses.claimSeat(applicationId, licenseId, now)
        const username = `user-${String(place).padStart(6, '0')}`
        const hwid = randomBytes(16).toString('hex')
        const user = { username, email: `${username}@example.com`, passwordHash, hwid, isHwidLocked: true }
        const id = await tx.appUsers.insert(applicationId, { ...user, expiresAt: null, licenseId, createdAt: now })
        inserted.push({ id, username, hwid })
      }
      return inserted
    })
    users.push(...made)
  }
  return users
}

async function seedSessions(
  stores: Stores,
  applicationId: number,
  users: readonly SeededUser[],
  perUser: number,
): Promise<string[]> {
  const at = new Date()
  const sessions = Array.from({ length: perUser }, () => users)
    .flat()
    .map((user) => ({ user, token: newSessionToken(at) }))
  for (let start = 0; start < sessions.length; start += perTransaction) {
    const slice = sessions.slice(start, start + perTransaction)
    await stores.transaction(async (tx) => {
      for (const { user, token } of slice) {
        const tokenHash = hashToken(token)
        const from = { ipAddress: '127.0.0.1', userAgent: 'keywright-bench', at }
        await tx.clientSessions.insert(applicationId, {
          userId: user.id,
          tokenHash,
          hwid: user.hwid,
          isProved: true,
          ...from,
        })
      }
    })
  }
  return sessions.map(({ token }) => token)
}
