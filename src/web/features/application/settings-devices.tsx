import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { limitPolicies, type SettingsForm } from './settings-form.ts'
import { SettingsPartForm } from './settings-part-form.tsx'
import type { Application } from './use-application.ts'

const policyHints: Readonly<Record<SettingsForm['sessionLimitPolicy'], string>> = {
  reject: 'New sessions are rejected until one ends.',
  replace_oldest: 'The new session starts. The oldest ends, and its client is told why.',
}

/** On how many devices a user may be logged in at once. */
export function SettingsDevices({ application }: { readonly application: Application }) {
  return (
    <SettingsPartForm application={application}>
      {({ form, set, text, errors }) => (
        <>
          <Field
            label="Live sessions per user"
            hint="Leave empty to allow any number of live sessions."
            error={errors.sessionLimit}
          >
            <TextInput {...text('sessionLimit')} inputMode="numeric" autoComplete="off" placeholder="No limit" />
          </Field>
          <Field label="When the limit is reached" hint={policyHints[form.sessionLimitPolicy]}>
            <Select
              name="sessionLimitPolicy"
              options={limitPolicies}
              value={form.sessionLimitPolicy}
              onChange={(sessionLimitPolicy) => set({ sessionLimitPolicy })}
            />
          </Field>
        </>
      )}
    </SettingsPartForm>
  )
}
