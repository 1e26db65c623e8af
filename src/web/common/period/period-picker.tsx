import { useState } from 'react'
import { addDays } from '../../../shared/time-zone.ts'
import * as texts from '../../texts/period.ts'
import { Segmented } from '../../ui/form/segmented.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { type Period, type PeriodSearch, ranges, searchOf, today, withDay } from './period.ts'

export interface PeriodPickerProps {
  readonly value: Period
  /** Gets the parameters of the address. */
  readonly onChange: (search: PeriodSearch) => void
}

const options = [...ranges, { value: 'days', label: texts.dates }] as const

/** A range up to now, or two dates. `<PeriodPicker value={periodIn(search)} onChange={onSearch} />` */
export function PeriodPicker({ value, onChange }: PeriodPickerProps) {
  const now = today()
  const choose = (chosen: (typeof options)[number]['value']) =>
    onChange(searchOf(chosen === 'days' ? { from: addDays(now, -29), to: now } : { range: chosen }))
  return (
    <div className="flex max-w-full flex-wrap items-center gap-2">
      <Segmented
        label={texts.time}
        options={options}
        value={'range' in value ? value.range : 'days'}
        onChange={choose}
      />
      {'from' in value && <DayFields value={value} now={now} onChange={(period) => onChange(searchOf(period))} />}
    </div>
  )
}

interface DayFieldsProps {
  readonly value: { readonly from: string; readonly to: string }
  readonly now: string
  readonly onChange: (period: Period) => void
}

function DayFields({ value, now, onChange }: DayFieldsProps) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <DayField
        label={texts.from}
        value={value.from}
        max={now}
        onChange={(from) => onChange(withDay(value, { from }, now))}
      />
      <span className="text-fg-3">{texts.to}</span>
      <DayField
        label={texts.toText}
        value={value.to}
        max={now}
        onChange={(to) => onChange(withDay(value, { to }, now))}
      />
    </span>
  )
}

interface DayFieldProps {
  readonly label: string
  readonly value: string
  readonly max: string
  readonly onChange: (day: string) => void
}

/** Shows what is being typed, while the first digits of a year are no year yet. */
function DayField({ label, value, max, onChange }: DayFieldProps) {
  const [draft, setDraft] = useState<string>()
  return (
    <TextInput
      type="date"
      aria-label={label}
      className="w-36!"
      max={max}
      value={draft ?? value}
      onChange={({ target }) => {
        setDraft(target.value)
        if (target.value >= '1000') onChange(target.value)
      }}
      onBlur={() => setDraft(undefined)}
    />
  )
}
