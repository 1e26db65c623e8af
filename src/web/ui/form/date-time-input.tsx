import type { ComponentProps } from 'react'
import * as texts from '../../texts/ui.ts'
import { Button } from '../button.tsx'
import { isNever, shownTimeZone } from '../text/format.ts'
import { fromLocalInput, toLocalInput } from './local-date-time.ts'
import { TextInput } from './text-input.tsx'

/** A button that fills the field, such as 7 Days. */
export interface DatePreset {
  readonly label: string
  readonly value: () => string
}

export interface DateTimeInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> {
  /** ISO text in UTC, blank when empty. */
  readonly value: string
  readonly onChange: (value: string) => void
  readonly presets?: readonly DatePreset[]
}

/**
 * A date and time in the zone that dates are shown in; the value is ISO text in UTC.
 * `<DateTimeInput value={expiresAt} onChange={setExpiresAt} presets={[{ label: '7 Days', value: () => inDays(7) }]} />`
 */
export function DateTimeInput({ value, onChange, presets = [], ...rest }: DateTimeInputProps) {
  return (
    <div className="flex flex-col gap-2">
      <TextInput
        type="datetime-local"
        {...rest}
        value={toLocalInput(value)}
        onChange={(event) => onChange(fromLocalInput(event.target.value))}
      />
      {shownTimeZone() !== ownTimeZone() && <span className="text-meta text-fg-3">{texts.time(shownTimeZone())}</span>}
      {presets.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          {presets.map((preset) => (
            <Button key={preset.label} size="sm" onClick={() => onChange(preset.value())}>
              {preset.label}
            </Button>
          ))}
          {value !== '' && isNever(value) && <span className="text-second text-fg-2">{texts.neverExpires}</span>}
        </div>
      )}
    </div>
  )
}

/** The time zone of this browser. */
const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone
