import { z } from 'zod'
import { Line, Paragraph } from '../../../shared/contract/fields.ts'
import { validityStarts } from '../../../shared/contract/licenses.ts'
import { ExpiryCell, FlagCell, IntCell, TextCell, TimeCell } from './cells.ts'
import type { FileRow } from './file-row.ts'
import { type ReadRow, readRow } from './read-user.ts'

const License = z.object({
  license_key: Line(128).min(1, 'is required'),
  max_users: IntCell(1, 1_000_000),
  validity_days: IntCell(1, 36_500),
  validity_start: TextCell(z.enum(validityStarts)),
  expires_at: ExpiryCell,
  description: TextCell(Paragraph(500)),
  is_active: FlagCell,
  created_at: TimeCell,
})

export const licenseColumns = Object.keys(License.shape)

export type LicenseRow = z.output<typeof License>

/** A license as the file has it, or what is wrong with the row. */
export function readLicense({ fields }: FileRow): ReadRow<LicenseRow> {
  return readRow(License, { license_key: '', ...fields })
}
