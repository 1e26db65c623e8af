import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { limitPolicies, type SettingsForm } from './settings-form.ts'
import { SettingsPartForm } from './settings-part-form.tsx'
import type { Application } from './use-application.ts'

const policyHints: Readonly<Record<SettingsForm['sessionLimitPolicy'], string>> = {
  reject: 'New sessions are rejected until one ends.',
  replace_oldest: 'The new session starts. The oldest ends, and its client is told why.',
}

const texts = {
  devices: 'Devices per user',
  devicesHint:
    'While HWID Lock is on. A license or a user can have a limit of their own. A lower limit keeps the devices that are bound.',
}

/** How many devices a user may have, and on how many they may be logged in at once. */
export function SettingsDevices({ application }: { readonly application: Application }) {
  return (
    <SettingsPartForm application={application}>
      {({ form, set, text, errors }) => (
        <>
          <Field label={texts.devices} hint={texts.devicesHint} error={errors.deviceLimit}>
            <NumberInput name="deviceLimit" value={form.deviceLimit} onChange={(deviceLimit) => set({ deviceLimit })} />
          </Field>
          <Field
            label="Live sessions per user"
            hint="Leave empty to let any number of people use one account at the same time."
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
