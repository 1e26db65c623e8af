import { openDatabase } from '../src/server/db/open.ts'
import { openSecrets } from '../src/server/lib/secrets.ts'
import { openStores } from '../src/server/store/index.ts'
import { fill } from './fill.ts'
import { type Seeded, seed } from './seed.ts'

export interface FullOptions {
  readonly users: number
  readonly licenses: number
  readonly activity: number
  readonly sessions: number
}

/** Seeds an embedded database with millions of rows. */
export async function seedFull(dataDir: string, { users, licenses, activity, sessions }: FullOptions): Promise<Seeded> {
  const seeded = await seed({ dataDir, users: 0, sessionsPerUser: 0 })
  const applicationId = 1
  const usersPerLicense = Math.ceil(users / licenses)
  const firstLicenseId = await fillLicenses(dataDir, applicationId, licenses, usersPerLicense)
  const { passwordHash } = seeded
  const filled = fill({
    dataDir,
    applicationId,
    passwordHash,
    users,
    usersPerLicense,
    firstLicenseId,
    activity,
    sessions,
  })
  return { ...seeded, ...filled }
}

const perTransaction = 5_000

/** Creates licenses through the stores, because their keys are encrypted; returns the first ID, the others follow. */
async function fillLicenses(
  dataDir: string,
  applicationId: number,
  licenses: number,
  maxUsers: number,
): Promise<number> {
  const database = await openDatabase({ dataDir, checkpoint: false })
  try {
    const stores = openStores(database, openSecrets(dataDir))
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
