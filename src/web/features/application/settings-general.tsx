import { Field } from '../../ui/form/field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { FeaturesCard } from './features-card.tsx'
import { SettingsBasics } from './settings-basics.tsx'
import { SettingsPartForm } from './settings-part-form.tsx'
import type { Application } from './use-application.ts'

/** What the application is called, whether it is online, and which versions may log in. */
export function SettingsGeneral({ application }: { readonly application: Application }) {
  return (
    <>
      <SettingsPartForm application={application}>
        {({ text, flag, errors }) => (
          <>
            <SettingsBasics {...{ text, flag, errors }} />
            <Switch
              label="Version is mandatory"
              hint="Rejects clients that send no version. When off, an outdated copy can skip the check."
              {...flag('isVersionRequired')}
            />
            <Field
              label="Download URL"
              hint="Sent with the rejection of an outdated version, so your software can offer the update."
              error={errors.downloadUrl}
            >
              <TextInput
                {...text('downloadUrl')}
                type="url"
                inputMode="url"
                autoComplete="off"
                placeholder="https://"
              />
            </Field>
          </>
        )}
      </SettingsPartForm>
      <FeaturesCard application={application} />
    </>
  )
}
