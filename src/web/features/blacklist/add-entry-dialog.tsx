import { useState } from 'react'
import { fieldErrors } from '../../api/field-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { type BlacklistType, blacklistTypes, typeNames } from './blacklist-types.ts'
import { useAddEntry } from './use-blacklist.ts'

export interface AddEntryDialogProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onAdded: () => void
  readonly applications: ReadonlyMap<number, string>
  /** The application that the list shows now. */
  readonly applicationId: number | undefined
}

const hints: Readonly<Record<BlacklistType, string>> = {
  ip: 'One address, or a network such as 203.0.113.0/24. IPv4 and IPv6.',
  username: 'Upper and lower case do not count.',
  hwid: 'The hardware id as the software sends it.',
  email: 'The address of an account. Upper and lower case do not count.',
}

const examples: Readonly<Record<BlacklistType, string>> = {
  ip: '203.0.113.9',
  username: 'sofia',
  hwid: '4yM5R8toi+dyQ2mC',
  email: 'sofia@example.com',
}

const typeOptions = blacklistTypes.map((value) => ({ value, label: typeNames[value] }))

export function AddEntryDialog({ isOpen, onOpenChange, onAdded, applications, applicationId }: AddEntryDialogProps) {
  const [type, setType] = useState<BlacklistType>('ip')
  const [value, setValue] = useState('')
  const [reason, setReason] = useState('')
  const [isGlobal, setIsGlobal] = useState(applications.size === 0)
  const [chosen, setChosen] = useState(applicationId)
  const add = useAddEntry(onAdded)
  const fields = fieldErrors(add.error)
  const place = chosen !== undefined && applications.has(chosen) ? chosen : [...applications.keys()][0]
  const isBlank = value.trim() === ''
  const submit = () => {
    if (isBlank) return
    add.mutate({ type, value: value.trim(), reason: reason.trim(), applicationId: isGlobal ? undefined : place })
  }
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Add to Blacklist"
      description="Whoever it matches can no longer log in, register or stay signed in."
      isDirty={value !== '' || reason !== ''}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
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
      <Field label="Data" hint={hints[type]} error={fields.value}>
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
      <Field label="Reason (Optional)" error={fields.reason}>
        <TextInput
          name="reason"
          autoComplete="off"
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <Checkbox
        label="Global"
        hint={applications.size === 0 ? 'There is no application yet.' : 'For all of your applications.'}
        checked={isGlobal}
        disabled={applications.size === 0}
        onChange={setIsGlobal}
      />
      {!isGlobal && place !== undefined && (
        <Field label="Application" error={fields.applicationId}>
          <Select
            options={[...applications].map(([id, name]) => ({ value: String(id), label: `${name} (App ${id})` }))}
            value={String(place)}
            onChange={(id) => setChosen(Number(id))}
          />
        </Field>
      )}
    </Dialog>
  )
}
