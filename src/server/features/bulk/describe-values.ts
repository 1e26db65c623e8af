import { neverYear } from '../../../shared/constants.ts'
import type { ColumnValues } from '../../store/undo/operations.ts'

/** A row's values in words, for the sample of a preview. */
export function describeValues(values: ColumnValues): string {
  const parts = Object.entries(values).flatMap(([column, value]) => wordsFor(column, value) ?? [])
  return parts.join(', ')
}

function wordsFor(column: string, value: string | number | null): string | undefined {
  switch (column) {
    case 'is_paused':
      return value === 1 ? 'Paused' : 'Not paused'
    case 'is_banned':
      return value === 1 ? 'Banned' : 'Not banned'
    case 'is_active':
      return value === 1 ? 'Active' : 'Inactive'
    case 'ban_reason':
      return value === null ? undefined : `reason: ${value}`
    case 'hwid':
      return value === null ? 'HWID not set' : `HWID ${value}`
    case 'expires_at':
      return `Expires ${expiry(value)}`
    case 'description':
      return value === '' ? 'No description' : String(value)
    default:
      return undefined
  }
}

function expiry(value: string | number | null): string {
  if (value === null) return 'Never'
  const date = new Date(Number(value))
  return date.getUTCFullYear() >= neverYear ? 'Never' : date.toISOString()
}
