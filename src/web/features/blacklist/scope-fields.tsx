import { useState } from 'react'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'

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

export interface ScopeOptions {
  /** The caller's own applications. */
  readonly applications: ReadonlyMap<number, string>
  /** The application that the list shows now. */
  readonly applicationId: number | undefined
  /** Nothing but that application, as on its own page. */
  readonly isFixed: boolean
}

/** The choice between all applications and one. */
export function useScope({ applications, applicationId, isFixed }: ScopeOptions) {
  const [isWanted, setIsGlobal] = useState(false)
  const [chosen, setPlace] = useState(applicationId)
  const isKnown = chosen !== undefined && (isFixed || applications.has(chosen))
  const place = isKnown ? chosen : [...applications.keys()][0]
  const isGlobal = isWanted || place === undefined
  return {
    applications,
    isFixed,
    isGlobal,
    setIsGlobal,
    place,
    setPlace,
    /** Why there is no choice. */
    whyNotBoth: whyNotBoth(place, applications),
    /** As the server takes it: undefined for all. */
    applicationId: isGlobal ? undefined : place,
  }
}

type Scope = ReturnType<typeof useScope>

function whyNotBoth(place: number | undefined, applications: ReadonlyMap<number, string>): string | undefined {
  if (place === undefined) return 'There is no application yet.'
  return applications.has(place) ? undefined : 'This application belongs to another account.'
}
