import {
  daysMax,
  defaultMaxUsers,
  defaultValidityDays,
  deviceLimitMax,
  graceDaysMax,
  maxUsersMax,
  sessionLimitMax,
} from '../../../shared/constants.ts'
import {
  type FeatureRow,
  featureErrors,
  featuresLine,
  featuresOfRows,
  rowsOf,
} from '../../common/features/feature-rows.ts'
import type { Labels } from '../../common/forms/find-conflicts.ts'
import type { FieldErrors } from '../../common/forms/use-form-dialog.tsx'
import * as featureTexts from '../../texts/features.ts'
import * as texts from '../../texts/selling.ts'
import { countError, optionalCountError, parseOptionalCount } from '../../ui/form/parse-count.ts'
import { formatNumber } from '../../ui/text/format.ts'
import type { ChangedPreset, NewPreset, Preset } from './use-presets.ts'

/** A preset as it is typed. Numbers that may be empty are text. */
export interface PresetForm {
  readonly name: string
  readonly maxUsers: number
  readonly validityDays: number
  readonly validityStart: Preset['validityStart']
  readonly maxDevices: string
  readonly maxSessions: string
  readonly graceDays: string
  readonly mask: string
  readonly rows: readonly FeatureRow[]
}

export const blankPreset: PresetForm = {
  name: '',
  maxUsers: defaultMaxUsers,
  validityDays: defaultValidityDays,
  validityStart: 'creation',
  maxDevices: '',
  maxSessions: '',
  graceDays: '',
  mask: '',
  rows: [],
}

export const presetFormOf = (preset: Preset): PresetForm => ({
  name: preset.name,
  maxUsers: preset.maxUsers,
  validityDays: preset.validityDays,
  validityStart: preset.validityStart,
  maxDevices: String(preset.maxDevices ?? ''),
  maxSessions: String(preset.maxSessions ?? ''),
  graceDays: String(preset.graceDays ?? ''),
  mask: preset.mask ?? '',
  rows: rowsOf(preset.features),
})

export const presetLabels: Labels<PresetForm> = {
  name: texts.name,
  maxUsers: { label: texts.maxUsers, show: formatNumber },
  validityDays: { label: texts.validityDays, show: formatNumber },
  validityStart: {
    label: texts.validityStart,
    show: (start) => texts.starts.find(({ value }) => value === start)?.label ?? start,
  },
  maxDevices: texts.devices,
  maxSessions: texts.sessions,
  graceDays: texts.graceDays,
  mask: texts.mask,
  rows: { label: featureTexts.title, show: (rows) => featuresLine(featuresOfRows(rows)) || featureTexts.none },
}

export function presetErrors(form: PresetForm): FieldErrors {
  return {
    ...(form.name.trim() === '' && { name: texts.nameMissing }),
    maxUsers: countError(form.maxUsers, maxUsersMax),
    validityDays: countError(form.validityDays, daysMax, texts.validityDaysMustBe),
    maxDevices: optionalCountError(form.maxDevices, deviceLimitMax),
    maxSessions: optionalCountError(form.maxSessions, sessionLimitMax),
    graceDays: optionalCountError(form.graceDays, graceDaysMax, 0),
    ...featureErrors(form.rows),
  }
}

export function presetOf(form: PresetForm): Required<NewPreset> {
  const { maxUsers, validityDays, validityStart } = form
  return {
    ...{ name: form.name.trim(), maxUsers, validityDays, validityStart },
    maxDevices: parseOptionalCount(form.maxDevices),
    maxSessions: parseOptionalCount(form.maxSessions),
    graceDays: parseOptionalCount(form.graceDays),
    mask: form.mask.trim() || null,
    features: featuresOfRows(form.rows),
  }
}

/** The changed fields. */
export function presetChange(form: PresetForm, opened: Preset): ChangedPreset {
  const [wanted, before] = [presetOf(form), presetOf(presetFormOf(opened))]
  const fields = Object.keys(wanted) as (keyof NewPreset)[]
  const changed = fields.filter((field) => JSON.stringify(wanted[field]) !== JSON.stringify(before[field]))
  return Object.fromEntries(changed.map((field) => [field, wanted[field]]))
}
