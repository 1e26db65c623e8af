import type { ReactNode } from 'react'
import { useEditPage } from '../../common/forms/use-edit-form.tsx'
import { useReadOnlyReason } from '../../session/read-only-reason.ts'
import * as texts from '../../texts/application.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import { changeOf, settingsErrors, settingsLabels, settingsOf } from './settings-form.ts'
import { type Application, useApplicationCalls } from './use-application.ts'

const useSettings = (application: Application) =>
  useEditPage({
    ...{ row: application, calls: useApplicationCalls(application.id), changeOf },
    formOf: settingsOf,
    labels: settingsLabels,
    validate: settingsErrors,
  })

/** What the fields of a part get. */
export type SettingsFields = Pick<ReturnType<typeof useSettings>, 'form' | 'set' | 'text' | 'flag' | 'value' | 'errors'>

export interface SettingsPartFormProps {
  readonly application: Application
  readonly children: (fields: SettingsFields) => ReactNode
}

/** One part of the settings, which is saved alone. Whoever may not change the application only reads it. */
export function SettingsPartForm({ application, children }: SettingsPartFormProps) {
  const { dialog, reset, ...fields } = useSettings(application)
  const { isDirty, isBusy, onSubmit, question } = dialog
  const refusal = useReadOnlyReason()
  const save = () => refusal === undefined && isDirty && onSubmit()
  return (
    <Card>
      <Form onSubmit={save} className="flex flex-col">
        <fieldset disabled={refusal !== undefined} className="flex min-w-0 flex-col gap-6">
          {children(fields)}
        </fieldset>
        <footer className="-mx-4 mt-6 -mb-4 flex justify-end gap-2 border-t border-line px-4 py-3 sm:-mx-5 sm:px-5">
          {isDirty && <Button onClick={reset}>{texts.cancel}</Button>}
          <Button
            variant="primary"
            type="submit"
            isBusy={isBusy}
            busyText={texts.saving}
            needs="manage"
            disabledReason={isDirty ? undefined : texts.noChangesToSave}
          >
            {texts.saveChanges}
          </Button>
        </footer>
        {question}
      </Form>
    </Card>
  )
}
