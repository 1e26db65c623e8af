import { useState } from 'react'
import { eventNames } from '../../../shared/events.ts'
import * as texts from '../../texts/activity.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { DateTimeInput } from '../../ui/form/date-time-input.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { type ActivityFilter, noFilter, type Search } from './activity-filter.ts'

interface FilterDialogProps {
  readonly isOpen: boolean
  readonly filter: ActivityFilter
  readonly onSearch: (change: Search) => void
  readonly onClose: () => void
}

const hourMs = 3_600_000
const ago = (hours: number) => () => new Date(Date.now() - hours * hourMs).toISOString()
const sinceWhen = [
  { label: texts.lastHour, value: ago(1) },
  { label: '24 hours', value: ago(24) },
  { label: '7 days', value: ago(7 * 24) },
  { label: '30 days', value: ago(30 * 24) },
]

/** Every filter of the log at once. */
export function FilterDialog({ isOpen, filter, onSearch, onClose }: FilterDialogProps) {
  const [draft, setDraft] = useState(filter)
  const change = (part: Partial<ActivityFilter>) => setDraft({ ...draft, ...part })
  const use = (search: Search) => {
    onSearch(search)
    onClose()
  }
  const wanted = ({ events, userId, ...rest }: ActivityFilter): Search => ({
    ...rest,
    from: rest.range === undefined ? rest.from : undefined,
    user: userId,
    event: events.join(',') || undefined,
  })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={texts.filters}
      size="lg"
      onSubmit={() => use(wanted(draft))}
      footer={
        <>
          <Button onClick={() => use(noFilter)}>{texts.clearFilters}</Button>
          <Button type="submit" variant="primary">
            {texts.show}
          </Button>
        </>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={texts.username} hint={texts.exactUsernameIncludingUnknown}>
          <TextInput
            value={draft.username ?? ''}
            onChange={({ target }) => change({ username: target.value || undefined })}
          />
        </Field>
        <Field label={texts.ipText}>
          <TextInput value={draft.ip ?? ''} onChange={({ target }) => change({ ip: target.value || undefined })} />
        </Field>
        <Field label={texts.fromText}>
          <DateTimeInput
            value={draft.from ?? ''}
            onChange={(from) => change({ from: from || undefined, range: undefined })}
            presets={sinceWhen}
          />
        </Field>
        <Field label={texts.untilText}>
          <DateTimeInput value={draft.to ?? ''} onChange={(to) => change({ to: to || undefined })} />
        </Field>
        <Field label={texts.reasonCode} hint={texts.suchAsInvalidCredentials}>
          <TextInput value={draft.code ?? ''} onChange={({ target }) => change({ code: target.value || undefined })} />
        </Field>
      </div>
      <fieldset className="min-w-0">
        <legend className="font-medium">{texts.eventsText}</legend>
        <div className="mt-2 grid gap-x-5 sm:grid-cols-2">
          {eventNames.map((name) => (
            <Checkbox
              key={name}
              label={<code className="text-second">{name}</code>}
              checked={draft.events.includes(name)}
              onChange={(isIn) =>
                change({ events: eventNames.filter((one) => (one === name ? isIn : draft.events.includes(one))) })
              }
            />
          ))}
        </div>
      </fieldset>
    </Dialog>
  )
}
