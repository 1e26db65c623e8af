import { openDatabase } from '../src/server/db/open.ts'
import { openPasswords } from '../src/server/lib/passwords/passwords.ts'
import { openSecrets } from '../src/server/lib/secrets.ts'
import { newApiKey, newLicenseKey, randomToken } from '../src/server/lib/tokens.ts'
import { applicationDefaults } from '../src/server/store/applications/application-defaults.ts'
import type { ApplicationSettings } from '../src/server/store/applications/applications.ts'
import { openStores, type Stores } from '../src/server/store/index.ts'
import { demoEmail } from '../src/shared/constants.ts'
import { type Role, rolePresets } from '../src/shared/permissions.ts'
import { seedExtras } from './seed-extras.ts'
import { seedHistory } from './seed-history.ts'
import { type SeededShop, seedOrders } from './seed-orders.ts'

const dayMs = 86_400_000
/** One password for all users: hashing each separately would delay the start. */
const userPassword = 'demo password'

export interface SeededUser {
  readonly id: number
  readonly username: string
  readonly hwid: string
  /** Users who could log in when the demo started. */
  readonly isGood: boolean
}

export interface SeededApplication {
  readonly id: number
  readonly apiKey: string
  readonly version: string
  readonly users: readonly SeededUser[]
  /** Where it is sold. */
  readonly shop: SeededShop | undefined
}

export interface Seeded {
  readonly password: string
  readonly applications: readonly SeededApplication[]
}

/** Fills a new installation through the same stores as the server. */
export async function seedDemo(dataDir: string): Promise<Seeded> {
  const secrets = openSecrets(dataDir)
  const database = await openDatabase({ dataDir, checkpoint: false })
  try {
    const stores = openStores(database, secrets)
    const passwords = openPasswords()
    const [userHash, accountHash] = [await passwords.hash(userPassword), await passwords.hash(randomToken())]
    const ownerId = await seedAccounts(stores, accountHash)
    const applications: SeededApplication[] = []
    for (const [index] of demoApplications.entries()) {
      applications.push(await seedApplication(stores, ownerId, index, userHash))
    }
    return { password: userPassword, applications }
  } finally {
    await database.close()
  }
}

/** The demo account, and a team for User Management. */
async function seedAccounts(stores: Stores, passwordHash: string): Promise<number> {
  const team: readonly (readonly [string, Role, number])[] = [
    ['ada@keywright.example', 'admin', 210],
    ['grace@keywright.example', 'staff', 95],
    ['linus@keywright.example', 'moderator', 40],
    ['margaret@keywright.example', 'user', 0],
  ]
  return stores.transaction(async (tx) => {
    const owner = { email: demoEmail, passwordHash, role: 'owner', permissions: rolePresets.owner } as const
    const id = await tx.accounts.insert({ ...owner, at: new Date(Date.now() - 400 * dayMs) })
    for (const [email, role, daysAgo] of team) {
      const at = new Date(Date.now() - daysAgo * dayMs)
      const made = await tx.accounts.insert({ email, passwordHash, role, permissions: rolePresets[role], at })
      const subject = `account ${made}`
      const details = `${email} as ${role}`
      const by = { accountId: id, actor: demoEmail, ip: '192.0.2.10', at }
      await tx.audit.insert({ ...by, action: 'account.create', subject, details })
    }
    return id
  })
}

async function seedApplication(
  stores: Stores,
  ownerId: number,
  index: number,
  passwordHash: string,
): Promise<SeededApplication> {
  const settings = demoApplications[index]
  if (!settings) throw new Error('there is no such demo application')
  const { userCount, ...application } = settings
  const apiKey = newApiKey()
  const createdAt = new Date(Date.now() - (300 - index * 120) * dayMs)
  return stores.transaction(async (tx) => {
    const { id, version } = await tx.applications.insert(ownerId, application, createdAt)
    await tx.apiKeys.insert(id, apiKey, createdAt)
    const users: SeededUser[] = []
    for (let place = 0; place < userCount; place += 1) {
      const licenseId = place % 4 === 0 ? await license(tx, id, place) : null
      users.push(await user(tx, id, place, passwordHash, licenseId))
    }
    await seedHistory(tx, id, users)
    if (index === 0) await seedExtras(tx, ownerId, id)
    const shop = index === 0 ? await seedOrders(tx, id) : undefined
    return { id, apiKey, version, users, shop }
  })
}

type Tx = Parameters<Parameters<Stores['transaction']>[0]>[0]

/** Active, full, inactive or banned, expiring soon and unused licenses, in turn. */
async function license(tx: Tx, applicationId: number, place: number): Promise<number | null> {
  const kind = (place / 4) % 5
  const validityDays = kind === 3 ? 120 : 365
  const createdAt = new Date(Date.now() - (kind === 3 ? 116 : 30) * dayMs)
  const isBanned = kind === 2 && place % 40 >= 20
  const { id } = await tx.licenses.insert(applicationId, {
    licenseKey: newLicenseKey(),
    maxUsers: kind === 1 ? 1 : 5,
    validityDays,
    validityStart: 'creation',
    description: ['Team', 'Single seat', 'Refunded', 'Trial', ''][kind] ?? '',
    isActive: kind !== 2 || isBanned,
    expiresAt: new Date(createdAt.getTime() + validityDays * dayMs),
    createdAt,
    ...(isBanned && { hold: 'banned', holdReason: 'Charged back', heldAt: new Date() }),
  })
  if (kind === 4) return null
  await tx.licenses.claimSeat(applicationId, id, new Date())
  return id
}

/** Users in every state: most are fine, some paused, banned, disabled, expired or expiring soon. */
async function user(
  tx: Tx,
  applicationId: number,
  place: number,
  passwordHash: string,
  licenseId: number | null,
): Promise<SeededUser> {
  const first = firstNames[place % firstNames.length] ?? 'user'
  const last = lastNames[(place * 7) % lastNames.length] ?? 'name'
  const username = `${first.toLowerCase()}.${last.toLowerCase()}${place < 60 ? '' : place}`
  const hwid = `DEMO-${(place * 2_654_435_761).toString(16).padStart(12, '0').slice(-12).toUpperCase()}`
  const days = [null, 200, 30, 5, -12][place % 5]
  // Spread out, so that not all users expire on the same day.
  const later = typeof days === 'number' && days > 0 ? (place * 7) % 40 : 0
  const expiresAt = typeof days === 'number' ? new Date(Date.now() + (days + later) * dayMs) : null
  const id = await tx.appUsers.insert(applicationId, {
    username,
    email: place % 3 === 0 ? null : `${username}@example.com`,
    passwordHash,
    hwid: place % 6 === 5 ? null : hwid,
    isHwidLocked: true,
    expiresAt,
    licenseId,
    createdAt: new Date(Date.now() - ((place * 37) % 300) * dayMs),
  })
  const change = { 13: { isPaused: true }, 17: { isBanned: true }, 19: { isActive: false } }[place % 23]
  if (change) await tx.appUsers.update(applicationId, id, change)
  return { id, username, hwid, isGood: !change && days !== -12 && licenseId === null }
}

interface DemoApplication extends ApplicationSettings {
  readonly userCount: number
}

/** The applications of the demo account. */
const demoApplications: readonly DemoApplication[] = [
  {
    ...applicationDefaults,
    name: 'My Game App',
    description: 'A racing game with online seasons.',
    version: '1.4',
    deviceLimit: 2,
    licenseLogin: true,
    portalEnabled: true,
    portalSlug: 'my-game',
    portalColor: '#3f63d8',
    portalSupportUrl: 'https://example.com/support',
    portalWelcome: 'Manage your license of My Game App: release a device, renew with a key, change your password.',
    userCount: 260,
  },
  {
    ...applicationDefaults,
    name: 'Photo Studio Pro',
    description: 'Batch editing for photographers; sold by the seat.',
    version: '3.2',
    registrationMode: 'license',
    userCount: 90,
  },
]

const firstNames = [
  ...['Sofia', 'Mateo', 'Aiko', 'Lena', 'Omar', 'Ines', 'Noah', 'Priya', 'Emil', 'Zoe', 'Kenji', 'Amara', 'Luca'],
  ...['Freya', 'Diego', 'Hana', 'Viktor', 'Nora', 'Samir', 'Elif', 'Jonas', 'Mei', 'Tomas', 'Ayla', 'Rafael'],
]

const lastNames = [
  ...['Garcia', 'Tanaka', 'Schmidt', 'Haddad', 'Costa', 'Novak', 'Sharma', 'Lindqvist', 'Okafor', 'Rossi', 'Kim'],
  ...['Dubois', 'Petrov', 'Yilmaz', 'Silva', 'Jensen', 'Moreau', 'Ivanova', 'Chen', 'Kowalski', 'Andersen'],
]
