import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { registrationModes, type SettingsForm } from './settings-form.ts'
import { SettingsPartForm } from './settings-part-form.tsx'
import { licenseTexts, ShortKeysNote } from './short-keys-note.tsx'
import type { Application } from './use-application.ts'

const modeHints: Readonly<Record<SettingsForm['registrationMode'], string>> = {
  open: 'Anyone with the API key can register, and the key can be extracted from your software.',
  license: 'Registering takes a license key with a free seat, so an extracted API key is not enough.',
  closed: 'Nobody can register. You add all users.',
}

/** Who may register, with what password, and what a client must send. */
export function SettingsSignIn({ application }: { readonly application: Application }) {
  return (
    <SettingsPartForm application={application}>
      {({ form, set, text, flag, errors }) => (
        <>
          <Field label="Registration mode" hint={modeHints[form.registrationMode]}>
            <Select
              name="registrationMode"
              options={registrationModes}
              value={form.registrationMode}
              onChange={(registrationMode) => set({ registrationMode })}
            />
          </Field>
          {form.registrationMode === 'open' && (
            <Field
              label="Days an open registration lasts"
              hint="Clients can request less, never more. Leave empty for users who never expire."
              error={errors.registrationDays}
            >
              <TextInput {...text('registrationDays')} inputMode="numeric" autoComplete="off" placeholder="No end" />
            </Field>
          )}
          <Field
            label="Minimum password length"
            hint="Applies to every registration. Short passwords are guessed, and guessed accounts are shared."
            error={errors.minPasswordLength}
          >
            <NumberInput
              name="minPasswordLength"
              value={form.minPasswordLength}
              onChange={(minPasswordLength) => set({ minPasswordLength })}
            />
          </Field>
          <div className="flex flex-col gap-1">
            <Switch label={licenseTexts.label} hint={licenseTexts.hint} {...flag('licenseLogin')} />
            {form.licenseLogin && !application.licenseLogin && <ShortKeysNote applicationId={application.id} />}
            <Switch
              label="Strict verify"
              hint="Verify requires a live session token. When off, anyone who knows a user ID passes."
              {...flag('isVerifyStrict')}
            />
            <Switch
              label="API key in the header only"
              hint="Rejects API keys in the URL or the body, because URLs are logged. When off, both are accepted."
              {...flag('isKeyInHeaderOnly')}
            />
          </div>
        </>
      )}
    </SettingsPartForm>
  )
}
