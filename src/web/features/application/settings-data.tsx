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
              label="Days of activity"
              hint="Older entries are deleted. Leave empty to keep them as long as the server does."
              error={errors.activityDays}
            >
              <TextInput {...text('activityDays')} inputMode="numeric" autoComplete="off" placeholder="As the server" />
            </Field>
            <Field
              label="Rows of activity"
              hint="The newest entries to keep, at least 1,000. Leave empty to keep as many as the server does."
              error={errors.activityRows}
            >
              <TextInput {...text('activityRows')} inputMode="numeric" autoComplete="off" placeholder="As the server" />
            </Field>
          </>
        )}
      </SettingsPartForm>
      <Card title="Import and Export">
        <ul className="divide-y divide-line">
          <SettingRow title="Users" text="Import users, or save them as CSV or JSON, from the menu of their list.">
            <ButtonLink href={`${at}?section=users`}>Open Users</ButtonLink>
          </SettingRow>
          <SettingRow
            title="License keys"
            text="Import keys, or save them as CSV or JSON, from the menu of their list."
          >
            <ButtonLink href={`${at}/licenses`}>Open License Keys</ButtonLink>
          </SettingRow>
          <SettingRow title="Activity" text="Save what happened as CSV or JSON.">
            <ButtonLink href={`${at}?section=activity`}>Open Activity</ButtonLink>
          </SettingRow>
        </ul>
      </Card>
    </>
  )
}
