import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import type { ImportOptions } from './use-import.ts'

type Choices<V extends string> = readonly { readonly value: V; readonly label: string }[]

const formats: Choices<ImportOptions['format']> = [
  { value: 'csv', label: 'CSV, as our export writes it' },
  { value: 'keyauth', label: 'KeyAuth export (JSON or text)' },
]
const existing: Choices<NonNullable<ImportOptions['existing']>> = [
  { value: 'skip', label: 'Leave as it is' },
  { value: 'update', label: "Take the file's values, never its password" },
]
const hwids: Choices<NonNullable<ImportOptions['hwids']>> = [
  { value: 'unbind', label: 'Drop; the next login binds' },
  { value: 'keep', label: 'Keep letter by letter' },
]
const keys: Choices<NonNullable<ImportOptions['keys']>> = [
  { value: 'active', label: 'All active' },
  { value: 'inactive', label: 'None active, until you know which' },
]

/** What a file is by its name. */
export function formatOf(name: string): ImportOptions['format'] {
  return /\.(json|txt)$/i.test(name) ? 'keyauth' : 'csv'
}

export interface ImportFieldsProps {
  readonly options: ImportOptions
  readonly onChange: (change: Partial<ImportOptions>) => void
}

/** How the file is read. */
export function ImportFields({ options, onChange }: ImportFieldsProps) {
  const isKeyAuth = options.format === 'keyauth'
  return (
    <>
      <Field label="Format">
        <Select options={formats} value={options.format} onChange={(format) => onChange({ format })} />
      </Field>
      <Field label="What is there already">
        <Select
          options={existing}
          value={options.existing ?? 'skip'}
          onChange={(chosen) => onChange({ existing: chosen })}
        />
      </Field>
      {isKeyAuth && options.kind === 'users' && (
        <Field label="Hardware ids">
          <Select
            options={hwids}
            value={options.hwids ?? 'unbind'}
            onChange={(chosen) => onChange({ hwids: chosen })}
          />
        </Field>
      )}
      {isKeyAuth && options.kind === 'licenses' && (
        <Field label="Keys" hint="KeyAuth does not say which keys were used.">
          <Select options={keys} value={options.keys ?? 'active'} onChange={(chosen) => onChange({ keys: chosen })} />
        </Field>
      )}
    </>
  )
}
