import * as texts from '../../texts/application.ts'
import { CountInput } from '../../ui/form/count-input.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { limitPolicies, type SettingsForm, tolerances } from './settings-form.ts'
import { SettingsPartForm } from './settings-part-form.tsx'
import type { Application } from './use-application.ts'

const policyHints: Readonly<Record<SettingsForm['sessionLimitPolicy'], string>> = {
  reject: texts.newSessionsAreRejected,
  replace_oldest: texts.theNewSessionStarts,
}

const toleranceHints: Readonly<Record<SettingsForm['hwidTolerance'], string>> = {
  '0': texts.theHardwareIdAlone,
  '1': texts.aKnownDeviceIs,
  '2': texts.aKnownDeviceIs,
}

/** How many devices a user may have, and on how many they may be logged in at once. */
export function SettingsDevices({ application }: { readonly application: Application }) {
  return (
    <SettingsPartForm application={application}>
      {({ form, text, value, errors }) => (
        <>
          <Field label={texts.devicesPerUser} hint={texts.whileHwidLockIs} error={errors.deviceLimit}>
            <NumberInput {...value('deviceLimit')} />
          </Field>
          <Field label={texts.hardwareTolerance} hint={toleranceHints[form.hwidTolerance]}>
            <Select {...value('hwidTolerance')} options={tolerances} />
          </Field>
          <Field label={texts.liveSessionsPerUser} hint={texts.leaveEmptyToAllow} error={errors.sessionLimit}>
            <CountInput {...text('sessionLimit')} placeholder={texts.noLimit} />
          </Field>
          <Field label={texts.whenTheLimitIs} hint={policyHints[form.sessionLimitPolicy]}>
            <Select {...value('sessionLimitPolicy')} options={limitPolicies} />
          </Field>
        </>
      )}
    </SettingsPartForm>
  )
}
