import { CircleAlert, Plus, Trash2 } from 'lucide-react'
import * as texts from '../../texts/features.ts'
import { Button } from '../../ui/button.tsx'
import { Hint } from '../../ui/form/hint.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { FieldErrors } from '../forms/use-form-dialog.tsx'
import { type FeatureKind, type FeatureRow, newFeatureRow } from './feature-rows.ts'

export interface FeatureFieldsProps {
  readonly rows: readonly FeatureRow[]
  readonly onChange: (rows: readonly FeatureRow[]) => void
  /** As `featureErrors` finds them. */
  readonly errors: FieldErrors
  readonly hint?: string | undefined
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** The editor of features: a row for each, with name, kind and value. */
export function FeatureFields({ rows, onChange, errors, hint = texts.hint }: FeatureFieldsProps) {
  const set = (place: number, change: Partial<FeatureRow>) =>
    onChange(rows.map((row, each) => (each === place ? { ...row, ...change } : row)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-medium">{texts.title}</legend>
      <Hint id={undefined}>{hint}</Hint>
      {rows.map((row, place) => (
        <FeatureRowFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity while it is typed
          key={place}
          row={row}
          place={place + 1}
          error={errors[`feature-${place}`]}
          onChange={(change) => set(place, change)}
          onRemove={() => onChange(rows.filter((_, each) => each !== place))}
        />
      ))}
      <ErrorLine text={errors.features} />
      <Button
        className="self-start"
        size="sm"
        icon={<Plus {...icon} />}
        onClick={() => onChange([...rows, newFeatureRow])}
      >
        {texts.add}
      </Button>
    </fieldset>
  )
}

interface RowFieldsProps {
  readonly row: FeatureRow
  readonly place: number
  readonly error: string | undefined
  readonly onChange: (change: Partial<FeatureRow>) => void
  readonly onRemove: () => void
}

function FeatureRowFields({ row, place, error, onChange, onRemove }: RowFieldsProps) {
  const { name, kind, isOn, value } = row
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] gap-2 sm:grid-cols-[minmax(0,1fr)_8rem_minmax(0,1fr)_auto]">
        <TextInput
          className="max-sm:col-span-2"
          isMono
          aria-label={texts.nameOf(place)}
          aria-invalid={error !== undefined || undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          placeholder={texts.exportText}
          value={name}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <Select<FeatureKind>
          className="max-sm:row-start-2"
          aria-label={texts.kindOf(place)}
          options={texts.kinds}
          value={kind}
          onChange={(chosen) => onChange({ kind: chosen })}
        />
        <div className="max-sm:row-start-2">
          {kind === 'switch' ? (
            <Select
              aria-label={texts.featureValue(place)}
              options={switches}
              value={isOn ? 'on' : 'off'}
              onChange={(chosen) => onChange({ isOn: chosen === 'on' })}
            />
          ) : (
            <TextInput
              aria-label={texts.featureValue(place)}
              aria-invalid={error !== undefined || undefined}
              autoComplete="off"
              inputMode={kind === 'number' ? 'numeric' : 'text'}
              value={value}
              onChange={(event) => onChange({ value: event.target.value })}
            />
          )}
        </div>
        <IconButton label={texts.remove(name, place)} icon={<Trash2 {...icon} />} tone="danger" onClick={onRemove} />
      </div>
      <ErrorLine text={error} />
    </div>
  )
}

const switches = [
  { value: 'on', label: texts.onText },
  { value: 'off', label: texts.offText },
] as const

function ErrorLine({ text }: { readonly text: string | undefined }) {
  return (
    text !== undefined && (
      <p role="alert" className="flex items-start gap-1.5 text-second text-bad">
        <CircleAlert size={14} strokeWidth={1.75} className="mt-[3px] shrink-0" aria-hidden />
        {text}
      </p>
    )
  )
}
