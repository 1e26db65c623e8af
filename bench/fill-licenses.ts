import { openDatabase } from '../src/server/db/open.ts'
import { openSecrets } from '../src/server/lib/secrets.ts'
import { openStores } from '../src/server/store/index.ts'

const perTransaction = 500

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
    let first = Number.POSITIVE_INFINITY
    for (let start = 0; start < licenses; start += perTransaction) {
      await stores.transaction(async (tx) => {
        for (let place = start; place < Math.min(start + perTransaction, licenses); place += 1) {
          const { id } = await tx.licenses.insert(applicationId, {
            licenseKey: `FILL-${place}`,
            maxUsers,
            validityDays: 365,
            validityStart: 'creation',
            description: '',
            isActive: true,
            expiresAt,
            createdAt: now,
          })
          first = Math.min(first, id)
        }
      })
    }
    return first
  } finally {
    await database.close()
  }
}
