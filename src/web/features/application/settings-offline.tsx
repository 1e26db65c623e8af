import { leaseDefaultHours } from '../../../shared/constants.ts'
import { Field } from '../../ui/form/field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { SettingsPartForm } from './settings-part-form.tsx'
import type { Application } from './use-application.ts'

/** How long a client runs without this server. Signed responses need no setting, which the text says. */
export function SettingsOffline({ application }: { readonly application: Application }) {
  return (
    <SettingsPartForm application={application}>
      {({ form: { leaseHours }, set, errors }) => (
        <>
          <Switch
            label="Offline lease"
            name={leaseHours === null ? 'leaseHours' : undefined}
            hint="Verified clients keep running without this server. When off, an outage ends sessions after 3 failed verifications."
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
          <p className="text-second text-fg-2">
            Responses are signed on request; pin the{' '}
            <TextLink href={`/app/${application.id}?section=api-config`}>signing keys</TextLink> from API Config.
            Without a pinned key, a fake server can unlock your software.
          </p>
        </>
      )}
    </SettingsPartForm>
  )
}

/** A lease can't be revoked, so the developer must see how long it lasts. */
function revocation(hours: string): string {
  const length = hours.trim() === '1' ? '1 hour' : `${hours.trim() || '…'} hours`
  return `Leases can't be revoked. An offline client notices a ban, pause or deletion only when its lease expires, after up to ${length}.`
}
