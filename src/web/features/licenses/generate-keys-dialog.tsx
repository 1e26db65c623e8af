import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { licenseBatchMax, licenseMaskMinStars } from '../../../shared/constants.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { type ApiInput, api } from '../../api/client.ts'
import { licenseKeys } from '../../api/query-keys/licenses.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { useFormDialog } from '../../common/forms/use-form-dialog.tsx'
import { MaskInput } from '../../common/mask-input.tsx'
import { PresetField } from '../../common/preset-field.tsx'
import * as areaTexts from '../../texts/licenses.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { countError } from '../../ui/form/parse-count.ts'
import { GeneratedKeys } from './generated-keys.tsx'
import { blankLicense, LicenseDialogFields, type LicenseForm, licenseErrors } from './license-dialog-fields.tsx'
import { type License, type NewLicense, useGenerateLicense } from './use-licenses.ts'

export interface GenerateKeysDialogProps extends DialogState {
  readonly applicationId: number
  /** How many keys the form proposes. */
  readonly count: number
  readonly onCreated: () => void
}

const texts = {
  done: { title: areaTexts.success, description: areaTexts.licenseKeyGeneratedSuccessfully },
  failed: { title: areaTexts.error, fallback: areaTexts.failedToGenerateLicense },
}

interface GenerateForm extends LicenseForm {
  /** null: none. */
  readonly presetId: number | null
  readonly count: number
  readonly mask: string
}

/** Generates one license key, or up to 1,000 to be copied or saved; a mask says what they look like. */
export function GenerateKeysDialog(props: GenerateKeysDialogProps) {
  const { applicationId, count, isOpen, onClose, onCreated } = props
  const [made, setMade] = useState<readonly License[]>()
  const { form, set, text, value, errors, close, dialog } = useFormDialog({
    ...{ blank: { ...blankLicense, count, mask: '', presetId: null } as GenerateForm, isOpen, onClose },
    isSaved: made !== undefined,
    validate: (filled) => ({ count: countError(filled.count, licenseBatchMax), ...licenseErrors(filled) }),
    invalidToast: (first) => ({ title: areaTexts.error, description: first }),
  })
  const sample = useMaskSample(applicationId, isOpen ? form.mask : '')
  const generate = useGenerateMany(applicationId, (licenses) => {
    setMade(licenses)
    onCreated()
  })
  const generateOne = useGenerateLicense(applicationId, texts, () => {
    close()
    onCreated()
  })
  const isOne = form.count === 1 && form.mask.trim() === ''
  const done = (
    <Button variant="primary" onClick={close}>
      {areaTexts.done}
    </Button>
  )
  return (
    <FormDialog
      {...(isOne ? dialog(generateOne, licenseOf) : dialog(generate, batchOf))}
      size="lg"
      title={areaTexts.generateKey}
      description={made === undefined ? areaTexts.generatesUpTo1 : undefined}
      needs="manage"
      submitText={submitText(form.count)}
      busyText={areaTexts.generating}
      footer={made && done}
    >
      {made === undefined ? (
        <>
          <div className="grid gap-4 sm:grid-cols-[8rem_1fr]">
            <Field label={areaTexts.keys} error={errors.count}>
              <NumberInput {...value('count')} />
            </Field>
            <Field
              label={areaTexts.maskOptional}
              error={errors.mask ?? sample.error}
              hint={<MaskHint keys={sample.keys} />}
            >
              <MaskInput {...text('mask')} placeholder={areaTexts.kw} />
            </Field>
          </div>
          <PresetField applicationId={applicationId} value={form.presetId} onChange={set} />
          <LicenseDialogFields {...{ form, text, value, errors }} maxUsersLabel={areaTexts.maximumUsers} />
        </>
      ) : (
        <GeneratedKeys applicationId={applicationId} licenses={made} />
      )}
    </FormDialog>
  )
}

function submitText(count: number): string {
  if (count === 1) return areaTexts.generateKey
  return countError(count, licenseBatchMax) === undefined ? areaTexts.generateKeys(count) : areaTexts.generateKeysText
}

function licenseOf({ maxUsers, validityDays, validityStart, description, presetId }: GenerateForm): NewLicense {
  const described = description.trim()
  const preset = presetId !== null && { presetId }
  return { maxUsers, validityDays, validityStart, ...preset, ...(described !== '' && { description: described }) }
}

function batchOf(form: GenerateForm): Batch {
  const mask = form.mask.trim()
  return { ...licenseOf(form), count: form.count, ...(mask !== '' && { mask }) }
}

function MaskHint({ keys }: { readonly keys: readonly string[] | undefined }) {
  if (keys === undefined) return areaTexts.aForEachRandom(licenseMaskMinStars)
  return (
    <>
      {areaTexts.forExample}{' '}
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
        title: areaTexts.success,
        description: areaTexts.licenseGeneratedSuccessfully(licenses.length, licenses.length === 1 ? 'key' : 'keys'),
      }),
      failed: { title: areaTexts.error, fallback: areaTexts.failedToGenerateLicenseKeys },
      refresh: [
        'GET /api/applications/:id/licenses',
        'GET /api/applications/:id/licenses/summary',
        'GET /api/applications/:id',
      ],
      onReply,
    },
  )
}
