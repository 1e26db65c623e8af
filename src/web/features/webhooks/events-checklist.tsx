import { type EventName, eventNames } from '../../../shared/events.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { eventMeanings } from './webhook-types.ts'

export interface EventsChecklistProps {
  readonly chosen: readonly EventName[]
  readonly onChange: (chosen: readonly EventName[]) => void
  readonly error: string | undefined
}

/** The twelve events, each with when it comes. */
export function EventsChecklist({ chosen, onChange, error }: EventsChecklistProps) {
  const toggle = (event: EventName, isOn: boolean) =>
    onChange(eventNames.filter((name) => (name === event ? isOn : chosen.includes(name))))
  const areAll = chosen.length === eventNames.length
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-medium">Events</legend>
      <div className="-mt-8 mb-1 flex justify-end">
        <Button variant="ghost" size="sm" onClick={() => onChange(areAll ? ['user_login'] : eventNames)}>
          {areAll ? 'Only user_login' : 'All 12'}
        </Button>
      </div>
      <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
        {eventNames.map((event) => (
          <Checkbox
            key={event}
            name={event}
            label={<span className="font-mono text-second">{event}</span>}
            hint={eventMeanings[event]}
            checked={chosen.includes(event)}
            onChange={(isOn) => toggle(event, isOn)}
          />
        ))}
      </div>
      {error !== undefined && (
        <p role="alert" className="text-second text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}
