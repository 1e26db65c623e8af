import { useState } from 'react'
import * as texts from '../../texts/blacklist.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'

/** The scope of an entry: all applications of the account, or one. */
export function ScopeFields({ scope, error }: { readonly scope: Scope; readonly error: string | undefined }) {
  const { applications, isFixed, isGlobal, place } = scope
  return (
    <>
      <Checkbox
        label={texts.global}
        hint={scope.disabledReason ?? texts.appliesToAllOf}
        checked={isGlobal}
        disabled={scope.disabledReason !== undefined}
        onChange={scope.setIsGlobal}
      />
      {!isGlobal && !isFixed && place !== undefined && (
        <Field label={texts.application} error={error}>
          <Select
            options={[...applications].map(([id, name]) => ({ value: String(id), label: texts.app(name, id) }))}
            value={String(place)}
            onChange={(id) => scope.setPlace(Number(id))}
          />
        </Field>
      )}
    </>
  )
}

export interface ScopeOptions {
  /** Where the viewer may add entries. */
  readonly applications: ReadonlyMap<number, string>
  /** Those among them that belong to other accounts. */
  readonly others: ReadonlySet<number>
  /** The application that the list shows. */
  readonly applicationId: number | undefined
  /** Fixed to that application, as on its own page. */
  readonly isFixed: boolean
}

/** The choice between all applications and one. */
export function useScope({ applications, others, applicationId, isFixed }: ScopeOptions) {
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
    disabledReason: disabledReasonOf(place, applications, others),
    /** For the server; undefined means all. */
    applicationId: isGlobal ? undefined : place,
  }
}

type Scope = ReturnType<typeof useScope>

function disabledReasonOf(
  place: number | undefined,
  applications: ReadonlyMap<number, string>,
  others: ReadonlySet<number>,
): string | undefined {
  if (place === undefined) return texts.noApplicationsYet
  const isOwn = applications.has(place) && !others.has(place)
  return isOwn ? undefined : texts.thisApplicationBelongsTo
}
