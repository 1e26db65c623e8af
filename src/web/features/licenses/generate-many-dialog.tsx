import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { licenseBatchMax, licenseMaskMinStars } from '../../../shared/constants.ts'
import { fieldErrors } from '../../api/api-error.ts'
import { type ApiInput, api } from '../../api/client.ts'
import { licenseKeys } from '../../api/query-keys/licenses.ts'
import { useMutate } from '../../api/use-mutate.ts'
import { useLeaveGuard } from '../../common/forms/leave-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { perOpening } from '../../ui/dialog/opening.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { GeneratedKeys } from './generated-keys.tsx'
import { blankLicense, LicenseDialogFields } from './license-dialog-fields.tsx'
import type { License } from './use-licenses.ts'

export interface GenerateManyDialogProps {
  readonly applicationId: number
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: () => void
}

/** Up to a thousand keys at once, by a mask, to be copied or saved. */
export const GenerateManyDialog = perOpening(GenerateManyWindow)

const blank = { ...blankLicense, count: 10, mask: '' }

function GenerateManyWindow({ applicationId, isOpen, onClose, onCreated }: GenerateManyDialogProps) {
  const [form, setForm] = useState(blank)
  const [made, setMade] = useState<readonly License[]>()
  const set = (change: Partial<typeof blank>) => setForm((old) => ({ ...old, ...change }))
  const isDirty = made === undefined && JSON.stringify(form) !== JSON.stringify(blank)
  const guard = useLeaveGuard(isOpen && isDirty)
  const close = () => guard.leave(onClose)
  const sample = useMaskSample(applicationId, isOpen ? form.mask : '')
  const generate = useGenerateMany(applicationId, (licenses) => {
    setMade(licenses)
    onCreated()
  })
  const errors = fieldErrors(generate.error)
  const submit = () => {
    if (made !== undefined || generate.isPending) return
    const { licenseKey: _, isActive: __, description, mask, ...rest } = form
    generate.mutate({
      ...rest,
      ...(mask.trim() !== '' && { mask: mask.trim() }),
      ...(description.trim() !== '' && { description: description.trim() }),
    })
  }
  return (
    <Dialog
      size="lg"
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && close()}
      title="Generate Many Keys"
      description={made === undefined ? 'All of them, or none when something is wrong.' : undefined}
      isDirty={isDirty}
      onSubmit={submit}
      footer={
        made === undefined ? (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" type="submit" isBusy={generate.isPending} busyText="Generating...">
              Generate {formatCount(form.count, 'Key')}
            </Button>
          </>
        ) : (
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        )
      }
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
            <Field label="Mask (Optional)" error={errors.mask ?? sample.wrong} hint={<MaskHint keys={sample.keys} />}>
              <TextInput
                isMono
                name="mask"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={64}
                placeholder="KW-****-****-****"
                value={form.mask}
                onChange={(event) => set({ mask: event.target.value })}
              />
            </Field>
          </div>
          <LicenseDialogFields form={form} set={set} errors={errors} maxUsersLabel="Maximum Users" />
        </>
      ) : (
        <GeneratedKeys applicationId={applicationId} licenses={made} />
      )}
      {guard.question}
    </Dialog>
  )
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

/** What keys of a mask look like; without a mask there is nothing to show. */
function useMaskSample(applicationId: number, text: string) {
  const mask = text.trim()
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: licenseKeys.mask(applicationId, mask),
    queryFn: ({ signal }) => api(maskKey, { params: { id: String(applicationId) }, query: { mask } }, { signal }),
    enabled: mask !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (mask === '') return { keys: undefined, wrong: undefined }
  const wrong = error === null ? undefined : (fieldErrors(error).mask ?? error.message)
  return { keys: isPlaceholderData || error !== null ? undefined : data?.sample, wrong }
}

/** Makes so many licenses at once, all or none. */
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
