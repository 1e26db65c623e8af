import * as texts from '../../texts/application.ts'
import { Field } from '../../ui/form/field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import type { SettingsFields } from './settings-part-form.tsx'

/** The five fields of the Settings dialog, which General begins with. */
export function SettingsBasics({ text, flag, errors }: Pick<SettingsFields, 'text' | 'flag' | 'errors'>) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-[1fr_9rem] sm:gap-4">
        <Field label={texts.name} isRequired error={errors.name}>
          <TextInput {...text('name')} maxLength={100} />
        </Field>
        <Field label={texts.version} isRequired error={errors.version}>
          <TextInput {...text('version')} maxLength={32} autoComplete="off" />
        </Field>
      </div>
      <Field label={texts.description} error={errors.description}>
        <TextArea {...text('description')} rows={2} maxLength={1000} />
      </Field>
      <div className="flex flex-col gap-1">
        <Switch label={texts.active} hint={texts.whenOffTheApplication} {...flag('isActive')} />
        <Switch label={texts.hwidLock} hint={texts.locksEachUserTo} {...flag('hwidLockEnabled')} />
      </div>
    </>
  )
}
