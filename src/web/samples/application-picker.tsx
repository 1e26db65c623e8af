import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import type { Choice } from './use-choice.ts'

/** Which application the code is for. */
export function ApplicationPicker({ choice }: { readonly choice: Choice }) {
  const { applications = [], application, choose } = choice
  return (
    <Field label="Application">
      <Select
        options={
          applications.length === 0
            ? [{ value: '', label: 'No application yet' }]
            : applications.map(({ id, name }) => ({ value: String(id), label: `${name} (id ${id})` }))
        }
        value={application === undefined ? '' : String(application.id)}
        onChange={(id) => id !== '' && choose({ app: Number(id) })}
      />
    </Field>
  )
}
