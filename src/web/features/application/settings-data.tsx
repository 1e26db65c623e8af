import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/form/field.tsx'
import { SettingRow } from '../../ui/form/setting-row.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { SettingsPartForm } from './settings-part-form.tsx'
import type { Application } from './use-application.ts'

/** How long activity is kept, and the ways in and out for users and licenses. */
export function SettingsData({ application }: { readonly application: Application }) {
  const at = `/app/${application.id}`
  return (
    <>
      <SettingsPartForm application={application}>
        {({ text, errors }) => (
          <>
            <Field
              label="Days of Activity"
              hint="Older entries are deleted. Leave empty to use the server's limit."
              error={errors.activityDays}
            >
              <TextInput
                {...text('activityDays')}
                inputMode="numeric"
                autoComplete="off"
                placeholder="Server default"
              />
            </Field>
            <Field
              label="Rows of Activity"
              hint="Number of newest entries to keep, at least 1,000. Leave empty to use the server's limit."
              error={errors.activityRows}
            >
              <TextInput
                {...text('activityRows')}
                inputMode="numeric"
                autoComplete="off"
                placeholder="Server default"
              />
            </Field>
          </>
        )}
      </SettingsPartForm>
      <Card title="Import and Export">
        <ul className="divide-y divide-line">
          <SettingRow title="Users" text="Import or export users from the menu of their list.">
            <ButtonLink href={`${at}?section=users`}>Open Users</ButtonLink>
          </SettingRow>
          <SettingRow title="License keys" text="Import or export license keys from the menu of their list.">
            <ButtonLink href={`${at}/licenses`}>Open License Keys</ButtonLink>
          </SettingRow>
          <SettingRow title="Activity" text="Export the activity log as CSV or JSON.">
            <ButtonLink href={`${at}?section=activity`}>Open Activity</ButtonLink>
          </SettingRow>
        </ul>
      </Card>
    </>
  )
}
