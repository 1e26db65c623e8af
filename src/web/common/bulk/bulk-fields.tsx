import { daysMax, expiryPresetDays, neverExpires } from '../../../shared/constants.ts'
import * as texts from '../../texts/bulk.ts'
import { DateTimeInput } from '../../ui/form/date-time-input.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { countError } from '../../ui/form/parse-count.ts'
import { Select } from '../../ui/form/select.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { inDays } from '../../ui/text/format.ts'
import type { BulkActionType, BulkForm } from './bulk-actions.ts'

export interface BulkFieldsProps {
  readonly type: BulkActionType
  readonly form: BulkForm
  readonly set: (change: Partial<BulkForm>) => void
  /** Users may never expire; licenses always do. */
  readonly isNeverAllowed: boolean
  readonly error: string | undefined
}

const directions = [
  { value: 'add', label: texts.add },
  { value: 'subtract', label: texts.subtract },
] as const

const expiredChoices = [
  { value: 'skip', label: texts.leaveAsItIs },
  { value: 'from_now', label: texts.countFromNow },
] as const

/** The fields of an action's options. Most have none. */
export function BulkFields({ type, form, set, isNeverAllowed, error }: BulkFieldsProps) {
  switch (type) {
    case 'ban':
      return (
        <Field label={texts.reasonOptional} hint={texts.shownInTheDetails}>
          <TextInput
            name="reason"
            maxLength={200}
            autoComplete="off"
            value={form.reason}
            onChange={(event) => set({ reason: event.target.value })}
          />
        </Field>
      )
    case 'add_days':
      return <DaysFields form={form} set={set} />
    case 'set_expiry':
      return (
        <Field label={texts.expiresAt} hint={isNeverAllowed ? texts.leaveEmptyToNever : undefined} error={error}>
          <DateTimeInput
            name="expiresAt"
            value={form.expiresAt}
            onChange={(expiresAt) => set({ expiresAt })}
            presets={isNeverAllowed ? [...presets, never] : presets}
          />
        </Field>
      )
    case 'set_description':
      return (
        <Field label={texts.note} hint={texts.replacesTheCurrentNote}>
          <TextArea
            name="description"
            rows={2}
            maxLength={500}
            value={form.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        </Field>
      )
    default:
      return null
  }
}

const presets = expiryPresetDays.map((days) => ({
  label: days === 365 ? '1 Year' : texts.days(days),
  value: () => inDays(days),
}))
const never = { label: texts.never, value: () => neverExpires }

function DaysFields({ form, set }: Pick<BulkFieldsProps, 'form' | 'set'>) {
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        <Field label={texts.direction}>
          <Select
            options={directions}
            value={form.isSubtracting ? 'subtract' : 'add'}
            onChange={(direction) => set({ isSubtracting: direction === 'subtract' })}
          />
        </Field>
        <Field label={texts.daysText} error={countError(form.days, daysMax)}>
          <NumberInput name="days" value={form.days} onChange={(days) => set({ days })} />
        </Field>
      </div>
      <Field label={texts.alreadyExpired} hint={texts.rowsThatNeverExpire}>
        <Select options={expiredChoices} value={form.expired} onChange={(expired) => set({ expired })} />
      </Field>
    </>
  )
}
