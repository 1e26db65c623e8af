import { expiryPresetDays, neverExpires } from '../../../shared/constants.ts'
import * as texts from '../../texts/forms.ts'
import { type DatePreset, DateTimeInput } from '../../ui/form/date-time-input.tsx'
import { Field } from '../../ui/form/field.tsx'
import { inDays } from '../../ui/text/format.ts'

const presets: readonly DatePreset[] = [
  ...expiryPresetDays.map((days) => ({
    label: days === 365 ? '1 Year' : texts.days(days),
    value: () => inDays(days),
  })),
  { label: texts.never, value: () => neverExpires },
]

export interface ExpiryFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  readonly hint?: string | undefined
}

/** Expiry with quick buttons and a picker; blank is never. */
export function ExpiryField({ value, onChange, error, hint = texts.leaveEmptyToNever }: ExpiryFieldProps) {
  return (
    <Field label={texts.expiresAt} error={error} hint={hint}>
      <DateTimeInput name="expiresAt" value={value} onChange={onChange} presets={presets} />
    </Field>
  )
}
