import { importFields } from '../../../shared/import-fields.ts'
import * as texts from '../../texts/file-import.ts'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import type { ImportColumns, ImportOptions } from './use-import.ts'

/** What columns are read as whose names are not ours: `{ Serial: 'license_key' }`. */
export type Mapping = Readonly<Record<string, string | null>>

export interface ColumnMappingProps {
  readonly kind: ImportOptions['kind']
  /** As the last dry run read them. */
  readonly columns: ImportColumns
  readonly mapping: Mapping
  readonly onChange: (mapping: Mapping) => void
}

/** A choice for each column of a table that wasn't found by its name. */
export function ColumnMapping({ kind, columns, mapping, onChange }: ColumnMappingProps) {
  const unknown = columns.filter(({ name, field }) => field === null || name in mapping)
  const taken = new Set(columns.flatMap(({ name, field }) => (name in mapping ? mapping[name] : field) ?? []))
  if (unknown.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-medium">{texts.chooseWhatTheseColumns}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {unknown.map(({ name }) => {
          const chosen = mapping[name] ?? ''
          const free = importFields[kind].filter((field) => field === chosen || !taken.has(field))
          const options = [
            { value: '', label: texts.dontImport },
            ...free.map((field) => ({ value: field, label: field })),
          ]
          return (
            <Field key={name} label={name === '' ? texts.columnWithoutAName : name}>
              <Select
                options={options}
                value={chosen}
                onChange={(field) => onChange({ ...mapping, [name]: field === '' ? null : field })}
              />
            </Field>
          )
        })}
      </div>
    </fieldset>
  )
}
