import * as texts from '../../texts/application.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { CountInput } from '../../ui/form/count-input.tsx'
import { Field } from '../../ui/form/field.tsx'
import { SettingRow } from '../../ui/form/setting-row.tsx'
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
            <Field label={texts.daysOfActivity} hint={texts.olderEntriesAreDeleted} error={errors.activityDays}>
              <CountInput {...text('activityDays')} placeholder={texts.serverDefault} />
            </Field>
            <Field label={texts.rowsOfActivity} hint={texts.numberOfNewestEntries} error={errors.activityRows}>
              <CountInput {...text('activityRows')} placeholder={texts.serverDefault} />
            </Field>
          </>
        )}
      </SettingsPartForm>
      <Card title={texts.importAndExport}>
        <ul className="divide-y divide-line">
          <SettingRow title={texts.users} text={texts.importOrExportUsers}>
            <ButtonLink href={`${at}?section=users`}>{texts.openUsers}</ButtonLink>
          </SettingRow>
          <SettingRow title={texts.licenseKeysText} text={texts.importOrExportLicense}>
            <ButtonLink href={`${at}/licenses`}>{texts.openLicenseKeys}</ButtonLink>
          </SettingRow>
          <SettingRow title={texts.activity} text={texts.exportTheActivityLog}>
            <ButtonLink href={`${at}?section=activity`}>{texts.openActivity}</ButtonLink>
          </SettingRow>
        </ul>
      </Card>
    </>
  )
}
