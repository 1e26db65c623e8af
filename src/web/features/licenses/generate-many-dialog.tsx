import { useState } from 'react'
import { licenseBatchMax, licenseMaskMinStars } from '../../../shared/constants.ts'
import { fieldErrors } from '../../api/field-errors.ts'
import { useLeaveGuard } from '../../layout/leave-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { formatCount } from '../../ui/format.ts'
import { NumberInput } from '../../ui/number-input.tsx'
import { perOpening } from '../../ui/opening.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { blankLicense, LicenseDialogFields } from './license-dialog-fields.tsx'
import { MadeKeys } from './made-keys.tsx'
import type { License } from './use-licenses.ts'
import { useGenerateMany, useMaskSample } from './use-many-licenses.ts'

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
        <MadeKeys applicationId={applicationId} licenses={made} />
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
