import type { License } from '../../../store/licenses/licenses.ts'
import type { ClientApiDeps } from '../client-call.ts'

interface SentKey {
  readonly applicationId: number
  readonly ip: string
  readonly licenseKey: string
}

/**
 * The license of a key that a client sent; undefined where there is none. A number is the time to wait in milliseconds: who
 * guesses keys is limited, and so are calls with a known one.
 */
export async function licenseByKey(
  { limits, stores }: ClientApiDeps,
  { applicationId, ip, licenseKey }: SentKey,
): Promise<License | undefined | number> {
  const reservation = await limits.unknownLicense(applicationId, ip)
  if (typeof reservation === 'number') return reservation
  try {
    const license = await stores.licenses.findByKey(applicationId, licenseKey)
    if (!license) {
      reservation.commit()
      return undefined
    }
    const waitMs = limits.licenseLogin(applicationId, license.id, ip, undefined)
    return waitMs > 0 ? waitMs : license
  } finally {
    reservation.release()
  }
}
