import { defaultMaxUsers, defaultValidityDays } from '../../shared/constants.ts'
import { newLicenseKey, newMaskedKey } from '../lib/tokens.ts'
import { dayMs, defined, type Patch } from '../store/columns.ts'
import type { LicensePreset } from '../store/licenses/license-presets.ts'
import type { NewLicense } from '../store/licenses/licenses.ts'

/** What is wanted of a license; the rest comes from its preset. */
export type WantedLicense = Patch<Omit<NewLicense, 'presetId' | 'expiresAt' | 'createdAt'>>

/** Of licenses without a preset, and of presets. */
export const licenseDefaults = {
  maxUsers: defaultMaxUsers,
  validityDays: defaultValidityDays,
  validityStart: 'creation',
  maxDevices: null,
  maxSessions: null,
  graceDays: null,
  features: {},
} as const

/** What is wanted takes precedence over the preset, which takes precedence over the defaults. */
export function newLicense(wanted: WantedLicense, preset: LicensePreset | undefined, now: Date): NewLicense {
  const values = { ...licenseDefaults, ...preset, ...defined(wanted) }
  const { maxUsers, validityDays, validityStart, maxDevices, maxSessions, graceDays, features } = values
  return {
    licenseKey: wanted.licenseKey || newKey(preset?.mask),
    maxUsers,
    validityDays,
    validityStart,
    description: wanted.description ?? '',
    maxDevices,
    maxSessions,
    graceDays,
    features,
    presetId: preset?.id ?? null,
    isActive: wanted.isActive ?? true,
    expiresAt: validityStart === 'first_use' ? null : new Date(now.getTime() + validityDays * dayMs),
    createdAt: now,
  }
}

export const newKey = (mask: string | null | undefined): string => (mask ? newMaskedKey(mask) : newLicenseKey())
