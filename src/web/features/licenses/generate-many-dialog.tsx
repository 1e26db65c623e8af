import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { licenseBatchMax, licenseMaskMinStars } from '../../../shared/constants.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { type ApiInput, api } from '../../api/client.ts'
import { licenseKeys } from '../../api/query-keys/licenses.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { GeneratedKeys } from './generated-keys.tsx'
import { blankLicense, LicenseDialogFields } from './license-dialog-fields.tsx'
import type { License } from './use-licenses.ts'

export interface GenerateManyDialogProps extends DialogState {
  readonly applicationId: number
  readonly onCreated: () => void
}

const blank = { ...blankLicense, count: 10, mask: '' }

/** Generates up to 1,000 keys by a mask, to be copied or saved. */
export function GenerateManyDialog({ applicationId, isOpen, onClose, onCreated }: GenerateManyDialogProps) {
  const [made, setMade] = useState<readonly License[]>()
  const { form, set, text, errors, close, dialog } = useFormDialog({
    ...{ blank, isOpen, onClose },
    isSaved: made !== undefined,
  })
  const sample = useMaskSample(applicationId, isOpen ? form.mask : '')
  const generate = useGenerateMany(applicationId, (licenses) => {
    setMade(licenses)
    onCreated()
  })
  const done = (
    <Button variant="primary" onClick={close}>
      Done
    </Button>
  )
  return (
    <FormDialog
      {...dialog(generate, bodyOf)}
      size="lg"
      title="Generate Many Keys"
      description={made === undefined ? 'All of them, or none when something is wrong.' : undefined}
      submitText={`Generate ${formatCount(form.count, 'Key')}`}
      busyText="Generating..."
      footer={made && done}
    >
      {made === undefined ? (
        <>
          <div className="grid gap-4 sm:grid-cols-[8rem_1fr]">
            <Field label="Keys" error={errors.count}>
              <NumberInput
                name="count"
                value={form.count}
                onChange={(count) => set({ count: Math.min(count, licenseBatchMax) })}
              />
            </Field>
            <Field label="Mask (Optional)" error={errors.mask ?? sample.error} hint={<MaskHint keys={sample.keys} />}>
              <TextInput
                {...text('mask')}
                isMono
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={64}
                placeholder="KW-****-****-****"
              />
            </Field>
          </div>
          <LicenseDialogFields {...{ form, set, text, errors }} maxUsersLabel="Maximum Users" />
        </>
      ) : (
        <GeneratedKeys applicationId={applicationId} licenses={made} />
      )}
    </FormDialog>
  )
}

function bodyOf({ licenseKey: _, isActive: __, description, mask, ...rest }: typeof blank): Batch {
  return {
    ...rest,
    ...(mask.trim() !== '' && { mask: mask.trim() }),
    ...(description.trim() !== '' && { description: description.trim() }),
  }
}

function MaskHint({ keys }: { readonly keys: readonly string[] | undefined }) {
  if (keys === undefined) return `A * for each random character, at least ${licenseMaskMinStars} of them.`
  return (
    <>
      For example{' '}
      {keys.slice(0, 3).map((key) => (
        <code key={key} className="mr-2 inline-block break-all text-meta text-fg">
          {key}
        </code>
      ))}
    </>
  )
}

const maskKey = 'GET /api/applications/:id/licenses/mask'

type Batch = ApiInput<'POST /api/applications/:id/licenses/batch'>['body']

/** Example keys for a mask; undefined without a mask. */
function useMaskSample(applicationId: number, text: string) {
  const mask = text.trim()
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: licenseKeys.mask(applicationId, mask),
    queryFn: ({ signal }) => api(maskKey, { params: { id: String(applicationId) }, query: { mask } }, { signal }),
    enabled: mask !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (mask === '') return { keys: undefined, error: undefined }
  const problem = error === null ? undefined : (fieldErrors(error).mask ?? error.message)
  return { keys: isPlaceholderData || error !== null ? undefined : data?.sample, error: problem }
}

/** Creates all licenses, or none. */
function useGenerateMany(applicationId: number, onReply: (licenses: readonly License[]) => void) {
  return useMutate(
    (body: Batch) => api('POST /api/applications/:id/licenses/batch', { params: { id: String(applicationId) }, body }),
    {
      done: (licenses) => ({
        title: 'Success',
        description: `${licenses.length} license ${licenses.length === 1 ? 'key' : 'keys'} generated successfully`,
      }),
      failed: { title: 'Error', fallback: 'Failed to generate license keys' },
      refresh: [
        'GET /api/applications/:id/licenses',
        'GET /api/applications/:id/licenses/summary',
        'GET /api/applications/:id',
      ],
      onReply,
    },
  )
}
