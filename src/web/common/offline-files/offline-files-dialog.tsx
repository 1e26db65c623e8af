import { useState } from 'react'
import { offlineDaysDefault, offlineDaysMax, offlineRequestMaxLength } from '../../../shared/constants.ts'
import type { OfflineSubject } from '../../api/query-keys/offline-files.ts'
import * as texts from '../../texts/offline-files.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { countError } from '../../ui/form/parse-count.ts'
import { TextArea } from '../../ui/form/text-area.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { ChooseTextFile } from '../choose-text-file.tsx'
import { useFormDialog } from '../forms/use-form-dialog.tsx'
import { OfflineFileList } from './offline-file-list.tsx'
import { type MadeOfflineFile, useMakeOfflineFile } from './use-offline-files.ts'

export interface OfflineFilesDialogProps extends DialogState {
  readonly applicationId: number
  readonly of: OfflineSubject
  /** The user; of a license that is signed in with by its key, what it is called. */
  readonly name: string
}

const blank = { request: '', days: offlineDaysDefault }

/** Answers the request of a computer that never reaches the server, and lists what was answered. */
export function OfflineFilesDialog({ applicationId, of, name, isOpen, onClose }: OfflineFilesDialogProps) {
  const [made, setMade] = useState<MadeOfflineFile>()
  const { set, text, value, errors, close, dialog } = useFormDialog({
    ...{ blank, isOpen, onClose, isSaved: made !== undefined },
    validate: ({ request, days }) => ({
      request: request.trim() === '' ? texts.requestMissing : undefined,
      days: countError(days, offlineDaysMax),
    }),
  })
  const make = useMakeOfflineFile(applicationId, of, setMade)
  return (
    <FormDialog
      {...dialog(make, (form) => form)}
      size="lg"
      title={texts.title}
      description={texts.text(name)}
      submitText={texts.make}
      busyText={texts.making}
      needs="manage"
      footer={
        made && (
          <Button variant="primary" onClick={close}>
            {texts.close}
          </Button>
        )
      }
    >
      {made === undefined ? (
        <>
          <Field
            label={texts.request}
            hint={texts.requestHint}
            error={errors.request}
            aside={
              <ChooseTextFile
                label={texts.fileWithRequest}
                accept=".txt,text/plain"
                maxBytes={offlineRequestMaxLength}
                tooLarge={texts.tooLarge}
                onText={(request) => set({ request })}
              />
            }
          >
            <TextArea
              {...text('request')}
              rows={5}
              className="font-mono text-second"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          </Field>
          <Field label={texts.days} hint={texts.daysHint} error={errors.days}>
            <NumberInput {...value('days')} />
          </Field>
        </>
      ) : (
        <MadeFile made={made} />
      )}
      <OfflineFileList applicationId={applicationId} of={of} />
    </FormDialog>
  )
}

function MadeFile({ made: { id, file, expiresAt } }: { readonly made: MadeOfflineFile }) {
  return (
    <div className="flex flex-col gap-2">
      <p role="status">{texts.madeText(formatDateTime(expiresAt))}</p>
      <CodeBlock label={texts.file} code={file} />
      <Button className="self-start" onClick={() => saveFile(texts.fileName(id), file, 'text/plain')}>
        {texts.download}
      </Button>
    </div>
  )
}
