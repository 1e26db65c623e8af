import { leaseDefaultHours } from '../../../shared/constants.ts'
import { Field } from '../../ui/form/field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { SettingsForm } from './settings-form.ts'
import { SettingsGroup } from './settings-group.tsx'

export interface SettingsSigningProps {
  readonly form: SettingsForm
  readonly set: (change: Partial<SettingsForm>) => void
  readonly errors: Readonly<Record<string, string | undefined>>
}

/** Signed responses need no setting, which the text says; offline leases do. */
export function SettingsSigning({ form, set, errors }: SettingsSigningProps) {
  const { leaseHours } = form
  return (
    <SettingsGroup title="Signed answers and offline use">
      <p className="text-second text-fg-2">
        Answers are signed whenever your software asks for it; the keys to pin are under API Config. Without a pinned
        key a cracker points your software at a server of his own that says yes to everybody.
      </p>
      <Switch
        label="Offline lease"
        hint="A verified program goes on without this server for a while, on its own machine. Off: an outage ends its session after three failed verifications."
        checked={leaseHours !== null}
        onChange={(isOn) => set({ leaseHours: isOn ? String(leaseDefaultHours) : null })}
      />
      {leaseHours !== null && (
        <Field label="Hours a lease lasts" hint={revocation(leaseHours)} error={errors.leaseHours}>
          <TextInput
            name="leaseHours"
            inputMode="numeric"
            autoComplete="off"
            value={leaseHours}
            onChange={(event) => set({ leaseHours: event.target.value })}
          />
        </Field>
      )}
    </SettingsGroup>
  )
}

/** A lease can't be revoked, so the developer must see how long it lasts. */
function revocation(hours: string): string {
  const length = hours.trim() === '1' ? '1 hour' : `${hours.trim() || '…'} hours`
  return `A lease cannot be called back: a ban, a pause or a deletion reaches a program that stays offline only when its lease ends, after up to ${length}.`
}
