import { useState } from 'react'
import type { FlagProps, TextProps } from '../../common/forms/use-form-dialog.tsx'
import { Field } from '../../ui/form/field.tsx'
import { NumberInput } from '../../ui/form/number-input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { UnfoldArrow } from '../../ui/unfold-arrow.tsx'
import { limitPolicies, registrationModes, type SettingsForm } from './settings-form.ts'
import { SettingsGroup } from './settings-group.tsx'
import { SettingsSigning } from './settings-signing.tsx'

type Mode = SettingsForm['registrationMode']

const modeHints: Readonly<Record<Mode, string>> = {
  open: 'Whoever has the API key can register, and it can be read out of any program you ship.',
  license: 'Only a license key with a free seat lets somebody register; a copied API key alone is worth nothing.',
  closed: 'Nobody can register; only you add users.',
}

export interface SettingsProtectionProps {
  readonly form: SettingsForm
  readonly set: (change: Partial<SettingsForm>) => void
  readonly text: (name: 'registrationDays' | 'downloadUrl' | 'sessionLimit') => TextProps
  readonly flag: (name: 'isVersionRequired' | 'isVerifyStrict') => FlagProps
  readonly errors: Readonly<Record<string, string | undefined>>
}

const ownFields = ['registrationDays', 'minPasswordLength', 'downloadUrl', 'sessionLimit', 'leaseHours']

/** Advanced settings, each with its consequences. */
export function SettingsProtection(props: SettingsProtectionProps) {
  const { errors } = props
  const [isUnfolded, setIsUnfolded] = useState(false)
  // An invalid field must be visible.
  const isOpen = isUnfolded || ownFields.some((field) => errors[field] !== undefined)
  return (
    <details
      open={isOpen}
      onToggle={(event) => setIsUnfolded(event.currentTarget.open)}
      className="group rounded-inner border border-line bg-bg/40"
    >
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-inner px-4 font-medium [&::-webkit-details-marker]:hidden">
        <UnfoldArrow />
        Registration, versions, sessions and signed answers
      </summary>
      <div className="flex flex-col gap-6 px-4 pt-2 pb-4">
        <Registration {...props} />
        <Versions {...props} />
        <Sessions {...props} />
        <SettingsSigning {...props} />
      </div>
    </details>
  )
}

function Registration({ form, set, text, errors }: SettingsProtectionProps) {
  return (
    <SettingsGroup title="Registration">
      <Field label="Registration mode" hint={modeHints[form.registrationMode]}>
        <Select
          name="registrationMode"
          options={registrationModes}
          value={form.registrationMode}
          onChange={(registrationMode) => set({ registrationMode })}
        />
      </Field>
      {form.registrationMode === 'open' && (
        <Field
          label="Days an open registration lasts"
          hint="Clients can only ask for less. Empty: an account that a cracker registers never ends."
          error={errors.registrationDays}
        >
          <TextInput {...text('registrationDays')} inputMode="numeric" autoComplete="off" placeholder="No end" />
        </Field>
      )}
      <Field
        label="Minimum password length"
        hint="Asked of everybody who registers. A short password is guessed, and a guessed account is shared."
        error={errors.minPasswordLength}
      >
        <NumberInput
          name="minPasswordLength"
          value={form.minPasswordLength}
          onChange={(minPasswordLength) => set({ minPasswordLength })}
        />
      </Field>
    </SettingsGroup>
  )
}

function Versions({ text, flag, errors }: SettingsProtectionProps) {
  return (
    <SettingsGroup title="Versions and verification">
      <Switch
        label="Version is mandatory"
        hint="Refuses clients that send no version. Off: a cracked old copy gets past the check by sending none."
        {...flag('isVersionRequired')}
      />
      <Field
        label="Download URL"
        hint="Sent along when a version is refused, so that your software can offer the update."
        error={errors.downloadUrl}
      >
        <TextInput {...text('downloadUrl')} type="url" inputMode="url" autoComplete="off" placeholder="https://" />
      </Field>
      <Switch
        label="Strict verify"
        hint="Verify needs the token of a live session that began within a minute of its login, on the same device and address. Off: who learns a user id is verified without signing in."
        {...flag('isVerifyStrict')}
      />
    </SettingsGroup>
  )
}

function Sessions({ form, set, text, errors }: SettingsProtectionProps) {
  return (
    <SettingsGroup title="Sessions">
      <Field
        label="Live sessions per user"
        hint="Empty: any number of people can use one account at the same time."
        error={errors.sessionLimit}
      >
        <TextInput {...text('sessionLimit')} inputMode="numeric" autoComplete="off" placeholder="No limit" />
      </Field>
      {form.sessionLimit.trim() !== '' && (
        <Field
          label="When the limit is reached"
          hint={
            form.sessionLimitPolicy === 'reject'
              ? 'Whoever comes later waits until a session ends.'
              : 'Whoever comes later goes on; the client that was there first is told why it ended.'
          }
        >
          <Select
            name="sessionLimitPolicy"
            options={limitPolicies}
            value={form.sessionLimitPolicy}
            onChange={(sessionLimitPolicy) => set({ sessionLimitPolicy })}
          />
        </Field>
      )}
    </SettingsGroup>
  )
}
