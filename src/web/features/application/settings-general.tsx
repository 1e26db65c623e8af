import * as texts from '../../texts/application.ts'
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
              label={texts.versionIsMandatory}
              hint={texts.rejectsClientsThatSend}
              {...flag('isVersionRequired')}
            />
            <Field label={texts.downloadUrl} hint={texts.sentWithTheRejection} error={errors.downloadUrl}>
              <TextInput
                {...text('downloadUrl')}
                type="url"
                inputMode="url"
                autoComplete="off"
                placeholder={texts.https}
              />
            </Field>
          </>
        )}
      </SettingsPartForm>
      <FeaturesCard application={application} />
    </>
  )
}
