import { Problem } from '../http/problem.ts'
import type { LicensePreset } from '../store/licenses/license-presets.ts'

/** The preset that was found, if it is there and not archived. */
export function offeredPreset(found: LicensePreset | undefined): LicensePreset {
  if (!found || found.archivedAt !== null) throw new Problem('preset_not_found')
  return found
}
