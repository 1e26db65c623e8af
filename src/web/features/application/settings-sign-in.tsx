import { ShortKeysNote } from '../../common/short-keys-note.tsx'
import * as texts from '../../texts/application.ts'
import { CountInput } from '../../ui/form/count-input.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { registrationModes, type SettingsForm } from './settings-form.ts'
import { SettingsPartForm } from './settings-part-form.tsx'
import type { Application } from './use-application.ts'

const modeHints: Readonly<Record<SettingsForm['registrationMode'], string>> = {
  open: texts.anyoneWithTheApi,
  license: texts.registeringNeedsALicense,
  closed: texts.registrationIsOffYou,
}

/** Who may register, with what password, and what a client must send. */
export function SettingsSignIn({ application }: { readonly application: Application }) {
  return (
    <SettingsPartForm application={application}>
      {({ form, text, flag, value, errors }) => (
        <>
          <Field label={texts.registrationMode} hint={modeHints[form.registrationMode]}>
            <Select {...value('registrationMode')} options={registrationModes} />
          </Field>
          {form.registrationMode === 'open' && (
            <Field
              label={texts.daysAnOpenRegistration}
              hint={texts.clientsCanRequestLess}
              error={errors.registrationDays}
            >
              <CountInput {...text('registrationDays')} placeholder={texts.neverExpires} />
            </Field>
          )}
          <Field
            label={texts.minimumPasswordLength}
            hint={texts.appliesToEveryRegistration}
            error={errors.minPasswordLength}
          >
            <NumberInput {...value('minPasswordLength')} />
          </Field>
          <Field label={texts.graceDays} hint={texts.accessGoesOn} error={errors.graceDays}>
            <CountInput {...text('graceDays')} placeholder={texts.noGrace} />
          </Field>
          <div className="flex flex-col gap-1">
            <Switch label={texts.licenseLogin} hint={texts.programsMayLogIn} {...flag('licenseLogin')} />
            {form.licenseLogin && !application.licenseLogin && <ShortKeysNote applicationId={application.id} />}
            <Switch label={texts.strictVerify} hint={texts.verifyRequiresALive} {...flag('isVerifyStrict')} />
            <Switch label={texts.apiKeyInThe} hint={texts.rejectsApiKeysIn} {...flag('isKeyInHeaderOnly')} />
          </div>
        </>
      )}
    </SettingsPartForm>
  )
}
