import * as texts from '../texts/common.ts'
/** The pages of an application's settings, in their order, with the fields of each by their names in the API. */
export const settingsParts = {
  general: {
    label: texts.general,
    fields: [
      'name',
      'version',
      'description',
      'isActive',
      'hwidLockEnabled',
      'isVersionRequired',
      'downloadUrl',
      'features',
    ],
  },
  'sign-in': {
    label: texts.login,
    fields: [
      ...['registrationMode', 'registrationDays', 'minPasswordLength', 'graceDays'],
      ...['licenseLogin', 'isVerifyStrict', 'isKeyInHeaderOnly'],
    ],
  },
  devices: { label: texts.devices, fields: ['deviceLimit', 'hwidTolerance', 'sessionLimit', 'sessionLimitPolicy'] },
  offline: { label: texts.offline, fields: ['leaseHours', 'offlineStart'] },
  data: { label: texts.data, fields: ['activityDays', 'activityRows'] },
  team: { label: texts.team, fields: [] },
  danger: { label: texts.dangerZone, fields: [] },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly fields: readonly string[] }>>

export type SettingsPart = keyof typeof settingsParts

export const allSettingsParts = Object.keys(settingsParts) as SettingsPart[]

/** The part that has the field. */
export const partOfField = (field: string): SettingsPart =>
  allSettingsParts.find((part) => settingsParts[part].fields.some((name) => name === field)) ?? 'general'

/** The part that an address names; General for an unknown one. */
export function settingsPart(name: string | undefined): SettingsPart {
  return name !== undefined && Object.hasOwn(settingsParts, name) ? (name as SettingsPart) : 'general'
}

/** The address of a part, or of a field in it. `settingsHref(7, 'sign-in', 'minPasswordLength')` */
export function settingsHref(applicationId: number, part: SettingsPart, field?: string): string {
  const page = `/app/${applicationId}/settings/${part}`
  return field === undefined ? page : `${page}#${field}`
}
