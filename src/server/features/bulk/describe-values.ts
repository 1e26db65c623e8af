import { neverYear } from '../../../shared/constants.ts'
import type { Features } from '../../../shared/contract/features.ts'
import type { ChangedFields } from '../../store/undo/changed-fields.ts'

/** Describes a row's values for the sample of a preview. */
export function describeValues({ isActive, isPaused, isBanned, banReason, hwid, ...rest }: ChangedFields): string {
  const { expiresAt, description, presetId, maxDevices, maxSessions, graceDays, features, hold, holdReason } = rest
  const parts = [
    // a held license is stored as inactive, whatever its switch says
    hold === undefined && isActive !== undefined && (isActive ? 'Active' : 'Inactive'),
    hold !== undefined && (hold === null ? 'Neither paused nor banned' : holds[hold]),
    typeof holdReason === 'string' && `reason: ${holdReason}`,
    isPaused !== undefined && (isPaused ? 'Paused' : 'Not paused'),
    isBanned !== undefined && (isBanned ? 'Banned' : 'Not banned'),
    typeof banReason === 'string' && `reason: ${banReason}`,
    hwid !== undefined && (hwid === null ? 'HWID not set' : `HWID ${hwid}`),
    expiresAt !== undefined && `Expires ${expiry(expiresAt)}`,
    description !== undefined && (description || 'No description'),
    presetId !== undefined && (presetId === null ? 'No preset' : `Preset ${presetId}`),
    maxDevices !== undefined && `Devices ${maxDevices ?? 'as the application'}`,
    maxSessions !== undefined && `Sessions ${maxSessions ?? 'without a limit'}`,
    graceDays !== undefined && `Grace days ${graceDays ?? 'as the application'}`,
    features !== undefined && listed(features),
  ]
  return parts.filter((part) => part !== false).join(', ')
}

const holds: Readonly<Record<string, string>> = { paused: 'Paused', banned: 'Banned' }

function listed(features: Features): string {
  const entries = Object.entries(features).map(([name, value]) => `${name}: ${value}`)
  return entries.length === 0 ? 'No features' : entries.join(', ')
}

function expiry(expiresAt: Date | null): string {
  if (expiresAt === null || expiresAt.getUTCFullYear() >= neverYear) return 'Never'
  return expiresAt.toISOString()
}
