import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Scope } from './use-scope.ts'

/** For which applications an entry counts: all of one's own, or one. */
export function ScopeFields({ scope, error }: { readonly scope: Scope; readonly error: string | undefined }) {
  const { applications, isFixed, isGlobal, place } = scope
  return (
    <>
      <Checkbox
        label="Global"
        hint={scope.whyNotBoth ?? 'For all of your applications.'}
        checked={isGlobal}
        disabled={scope.whyNotBoth !== undefined}
        onChange={scope.setIsGlobal}
      />
      {!isGlobal && !isFixed && place !== undefined && (
        <Field label="Application" error={error}>
          <Select
            options={[...applications].map(([id, name]) => ({ value: String(id), label: `${name} (App ${id})` }))}
            value={String(place)}
            onChange={(id) => scope.setPlace(Number(id))}
          />
        </Field>
      )}
    </>
  )
}
