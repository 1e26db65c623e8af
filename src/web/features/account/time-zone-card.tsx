import { useState } from 'react'
import * as texts from '../../texts/account.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { useTimeZoneChange } from './use-account.ts'

export interface TimeZoneCardProps {
  /** null: the browser's. */
  readonly timeZone: string | null
}

/** The choice of this browser's zone, which no name stands for. */
const ofBrowser = ''

/** The zone in which every screen shows and takes dates. */
export function TimeZoneCard({ timeZone }: TimeZoneCardProps) {
  const [chosen, setChosen] = useState(timeZone ?? ofBrowser)
  const save = useTimeZoneChange()
  return (
    <Card title={texts.timeZone} description={texts.setsTheTimeZone}>
      <Form
        onSubmit={() => save.mutate(chosen === ofBrowser ? null : chosen)}
        className="flex flex-wrap items-end gap-x-4 gap-y-3"
      >
        <div className="w-full sm:w-80">
          <Field label={texts.timeZone}>
            <Select options={options(timeZone)} value={chosen} onChange={setChosen} />
          </Field>
        </div>
        <Button variant="primary" type="submit" isBusy={save.isPending} busyText={texts.saving}>
          {texts.saveTimeZone}
        </Button>
      </Form>
    </Card>
  )
}

function options(current: string | null) {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const names = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), ...(current === null ? [] : [current])])
  return [
    { value: ofBrowser, label: texts.sameAsThisBrowser(own) },
    ...[...names].sort().map((name) => ({ value: name, label: name.replaceAll('_', ' ') })),
  ]
}
