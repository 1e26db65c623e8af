import { graceEnd } from '../../shared/grace.ts'
import { maskedLicenseKey } from '../lib/tokens.ts'
import type { License } from '../store/licenses/licenses.ts'

/** A license as the dashboard gets it. */
export interface LicenseView extends License {
  /** Until when its users have access after it has expired; null: without days of grace. */
  readonly graceUntil: Date | null
}

/** The license with the end of its days of grace, which the application decides where the license does not. */
export function withGrace<Row extends License>(
  { graceDays }: { readonly graceDays: number },
  license: Row,
): Row & LicenseView {
  return { ...license, graceUntil: graceEnd(license.expiresAt, license.graceDays ?? graceDays) }
}

/** The same; without the right to keys, its key is masked. */
export function licenseView<Row extends License>(
  application: { readonly graceDays: number },
  license: Row,
  seesKey: boolean,
): Row & LicenseView {
  const { licenseKey } = license
  return { ...withGrace(application, license), licenseKey: seesKey ? licenseKey : maskedLicenseKey(licenseKey) }
}
