import { featureTextMaxLength, maxFeatures } from '../../../shared/constants.ts'
import type { Features } from '../../../shared/contract/features.ts'
import * as texts from '../../texts/features.ts'
import type { FieldErrors } from '../forms/use-form-dialog.tsx'

export type FeatureKind = 'switch' | 'number' | 'text'

/** A feature as it is typed. */
export interface FeatureRow {
  readonly name: string
  readonly kind: FeatureKind
  readonly isOn: boolean
  /** A number or a text. */
  readonly value: string
}

export const newFeatureRow: FeatureRow = { name: '', kind: 'switch', isOn: true, value: '' }

export function rowsOf(features: Features): FeatureRow[] {
  return Object.entries(features).map(([name, value]) => {
    if (typeof value === 'boolean') return { ...newFeatureRow, name, isOn: value }
    return { ...newFeatureRow, name, kind: typeof value === 'number' ? 'number' : 'text', value: String(value) }
  })
}

/** The features of rows without an error. */
export function featuresOfRows(rows: readonly FeatureRow[]): Features {
  return Object.fromEntries(rows.map((row) => [row.name.trim(), typedValue(row)]))
}

function typedValue({ kind, isOn, value }: FeatureRow): Features[string] {
  if (kind === 'switch') return isOn
  return kind === 'number' ? Number(value.trim()) : value.trim()
}

/** Why rows are refused, by `feature-0`; under `features`, why all of them are. */
export function featureErrors(rows: readonly FeatureRow[]): FieldErrors {
  const names = rows.map(({ name }) => name.trim())
  const errors = rows.map((row, place) => [`feature-${place}`, rowError(row, names.indexOf(row.name.trim()) < place)])
  return {
    ...Object.fromEntries(errors.filter(([, error]) => error !== undefined)),
    ...(rows.length > maxFeatures && { features: texts.tooMany }),
  }
}

function rowError({ name, kind, value }: FeatureRow, isRepeated: boolean): string | undefined {
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(name.trim())) return texts.nameWrong
  if (isRepeated) return texts.nameTwice
  if (kind === 'number' && !(/^-?\d+$/.test(value.trim()) && Number.isSafeInteger(Number(value)))) return texts.notWhole
  return kind === 'text' && value.trim().length > featureTextMaxLength ? texts.tooLong : undefined
}

/** `export: on`, `seats: 5`. */
export const featureText = (value: Features[string]): string =>
  typeof value === 'boolean' ? (value ? texts.on : texts.off) : String(value)

/** All of them in one line. */
export const featuresLine = (features: Features): string =>
  Object.entries(features)
    .map(([name, value]) => `${name}: ${featureText(value)}`)
    .join(', ')
