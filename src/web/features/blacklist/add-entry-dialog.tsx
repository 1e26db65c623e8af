import { useState } from 'react'
import { fieldErrors } from '../../api/field-errors.ts'
import { useLeaveGuard } from '../../layout/leave-guard.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { perOpening } from '../../ui/opening.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { type BlacklistType, typeHints, typeOptions } from './blacklist-types.ts'
import { EntryCheck } from './entry-check.tsx'
import { ScopeFields } from './scope-fields.tsx'
import { useAddEntry } from './use-blacklist.ts'
import { type ScopeOptions, useScope } from './use-scope.ts'

export interface AddEntryDialogProps extends ScopeOptions {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export const AddEntryDialog = perOpening(AddEntryWindow)

const examples: Readonly<Record<BlacklistType, string>> = {
  ip: '203.0.113.9',
  username: 'sofia',
  hwid: '4yM5R8toi+dyQ2mC',
  email: 'sofia@example.com',
}

function AddEntryWindow({ isOpen, onClose, ...options }: AddEntryDialogProps) {
  const [type, setType] = useState<BlacklistType>('ip')
  const [value, setValue] = useState('')
  const [reason, setReason] = useState('')
  const scope = useScope(options)
  const isDirty = value !== '' || reason !== ''
  const guard = useLeaveGuard(isOpen && isDirty)
  const close = () => guard.leave(onClose)
  const add = useAddEntry(close)
  const fields = fieldErrors(add.error)
  const isBlank = value.trim() === ''
  const { applicationId } = scope
  const submit = () => {
    if (!isBlank) add.mutate({ type, value: value.trim(), reason: reason.trim(), applicationId })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(isOpening) => !isOpening && close()}
      title="Add to Blacklist"
      description="Whoever it matches can no longer log in, register or stay signed in."
      isDirty={isDirty}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            isBusy={add.isPending}
            busyText="Adding..."
            disabledReason={isBlank ? 'Enter what is to be blocked.' : undefined}
          >
            Add
          </Button>
        </>
      }
    >
      <Field label="Type">
        <Select options={typeOptions} value={type} onChange={setType} />
      </Field>
      <div className="flex min-w-0 flex-col gap-1.5">
        <Field label="Data" hint={typeHints[type]} error={fields.value}>
          <TextInput
            name="value"
            isMono={type === 'ip' || type === 'hwid'}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            placeholder={examples[type]}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </Field>
        <EntryCheck type={type} value={value} applicationId={applicationId} />
      </div>
      <Field label="Reason (Optional)" error={fields.reason}>
        <TextInput
          name="reason"
          autoComplete="off"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <ScopeFields scope={scope} error={fields.applicationId} />
      {guard.question}
    </Dialog>
  )
}
