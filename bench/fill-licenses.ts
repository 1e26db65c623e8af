import { openDatabase } from '../src/server/db/open.ts'
import { openSecrets } from '../src/server/lib/secrets.ts'
import { openStores } from '../src/server/store/index.ts'

const perTransaction = 5_000

/** Licenses through the stores, since their keys are sealed; returns the id of the first one, the others follow. */
export async function fillLicenses(
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
