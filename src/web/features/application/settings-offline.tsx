import { leaseDefaultHours, leaseLongHours } from '../../../shared/constants.ts'
import * as texts from '../../texts/application.ts'
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
      {({ form: { leaseHours }, flag, set, errors }) => (
        <>
          <Switch
            label={texts.offlineLease}
            name={leaseHours === null ? 'leaseHours' : undefined}
            hint={texts.verifiedClientsKeepRunning}
            checked={leaseHours !== null}
            onChange={(isOn) => set({ leaseHours: isOn ? String(leaseDefaultHours) : null })}
          />
          {leaseHours !== null && (
            <Field label={texts.hoursALeaseLasts} hint={revocation(leaseHours)} error={errors.leaseHours}>
              <TextInput
                name="leaseHours"
                inputMode="numeric"
                autoComplete="off"
                value={leaseHours}
                onChange={(event) => set({ leaseHours: event.target.value })}
              />
            </Field>
          )}
          {leaseHours !== null && (
            <Switch label={texts.offlineStart} hint={texts.verifiedClientsMayStart} {...flag('offlineStart')} />
          )}
          <p className="text-second text-fg-2">
            {texts.responsesAreSignedOn}{' '}
            <TextLink href={`/app/${application.id}?section=api-config`}>{texts.signingKeys}</TextLink>{' '}
            {texts.fromApiConfigWithout}
          </p>
        </>
      )}
    </SettingsPartForm>
  )
}

/** A lease can't be revoked, so the developer must see how long it lasts. */
function revocation(hours: string): string {
  const length = hours.trim() === '1' ? '1 hour' : texts.hours(hours.trim() || '…')
  const hint = texts.leasesCantBeRevoked(length)
  return Number(hours) > leaseLongHours ? `${hint} ${texts.aBanReachesAn}` : hint
}
