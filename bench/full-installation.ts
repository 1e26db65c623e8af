import { type DatabaseOptions, openDatabase } from '../src/server/db/open.ts'
import { openSecrets } from '../src/server/lib/secrets.ts'
import { openExpiryChanges } from '../src/server/store/applications/expiry-changes.ts'
import { openStores } from '../src/server/store/index.ts'
import { fill } from './fill.ts'
import { fillPostgresActivity, fillPostgresUsers } from './fill-postgres.ts'
import { type Seeded, seed } from './seed.ts'

export interface FullOptions {
  readonly users: number
  readonly licenses: number
  readonly activity: number
  readonly sessions: number
}

/** Seeds a database with millions of rows: the embedded one, or the given PostgreSQL. */
export async function seedFull(
  dataDir: string,
  { users, licenses, activity, sessions }: FullOptions,
  databaseUrl?: string,
): Promise<Seeded> {
  const place = { dataDir, databaseUrl }
  const seeded = await seed({ ...place, users: 0, sessionsPerUser: 0 })
  const applicationId = 1
  const usersPerLicense = Math.ceil(users / licenses)
  const firstLicenseId = await fillLicenses(place, applicationId, licenses, usersPerLicense)
  const { passwordHash } = seeded
  const rows = { applicationId, passwordHash, users, usersPerLicense, firstLicenseId, sessions }
  if (databaseUrl === undefined) return { ...seeded, ...fill({ ...rows, dataDir, activity }) }
  const filled = await fillPostgresUsers(databaseUrl, rows)
  await addUpExpiries(place)
  await fillPostgresActivity(databaseUrl, applicationId, activity)
  return { ...seeded, ...filled }
}

/** A server does so every few seconds: no installation has millions of changes that are yet to be added up. */
async function addUpExpiries(place: Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'>): Promise<void> {
  const database = await openDatabase({ ...place, checkpoint: false })
  try {
    await openExpiryChanges(database).addUp()
  } finally {
    await database.close()
  }
}

const perTransaction = 5_000

/** Creates licenses through the stores, because their keys are encrypted; returns the first ID, the others follow. */
async function fillLicenses(
  place: Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'>,
  applicationId: number,
  licenses: number,
  maxUsers: number,
): Promise<number> {
  const database = await openDatabase({ ...place, checkpoint: false })
  try {
    const stores = openStores(database, openSecrets(place.dataDir))
    const now = new Date()
    const expiresAt = new Date(now.getTime() + 365 * 86_400_000)
    let first: number | undefined
    for (let start = 0; start < licenses; start += perTransaction) {
      const places = Array.from({ length: Math.min(perTransaction, licenses - start) }, (_, index) => start + index)
      const made = await stores.transaction((tx) =>
        tx.licenses.insertMany(
          applicationId,
          places.map((place) => ({
            licenseKey: `FILL-${place}`,
            maxUsers,
            validityDays: 365,
            validityStart: 'creation',
            description: '',
            isActive: true,
            expiresAt,
            createdAt: now,
          })),
        ),
      )
      first ??= made[0]?.id
    }
    return first ?? 0
  } finally {
    await database.close()
  }
}
