import * as texts from '../../texts/code-samples.ts'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import type { CodeChoice } from './use-code-choice.ts'

/** The select for the application that the code is for. */
export function ApplicationPicker({ choice }: { readonly choice: CodeChoice }) {
  const { applications = [], application, choose } = choice
  return (
    <Field label={texts.application}>
      <Select
        options={
          applications.length === 0
            ? [{ value: '', label: texts.noApplicationsYet }]
            : applications.map(({ id, name }) => ({ value: String(id), label: texts.id(name, id) }))
        }
        value={application === undefined ? '' : String(application.id)}
        onChange={(id) => id !== '' && choose({ app: Number(id) })}
      />
    </Field>
  )
}
