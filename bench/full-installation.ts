import { fill } from './fill.ts'
import { fillLicenses } from './fill-licenses.ts'
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
