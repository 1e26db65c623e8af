import type { ReactNode } from 'react'
import { impactSentence } from '../../api/block.ts'
import { useOwnApplications } from '../../api/use-own-applications.ts'
import * as texts from '../../texts/app-users.ts'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import type { AppUser } from './use-app-users.ts'
import { type CoveredType, useBanReach } from './use-ban-everywhere.ts'

export interface EverywhereBoxProps {
  readonly applicationId: number
  readonly user: AppUser
  /** What is known of the user. */
  readonly known: readonly { readonly type: CoveredType; readonly value: string }[]
  readonly types: ReadonlySet<CoveredType>
  readonly isIn: boolean
  readonly onCheck: (isIn: boolean) => void
  readonly onCheckType: (type: CoveredType, isIn: boolean) => void
}

const labels: Readonly<Record<CoveredType, string>> = {
  username: texts.username,
  hwid: texts.hardwareId,
  ip: texts.lastIpAddress,
}

/**
 * Bans in all applications where the viewer may: what is blocked there, and whom that affects. Absent with only one,
 * unless it was asked for.
 */
export function EverywhereBox({ applicationId, user, known, types, isIn, onCheck, onCheckType }: EverywhereBoxProps) {
  const { data: applications = [] } = useOwnApplications()
  const others = applications.filter(({ id, can }) => id !== applicationId && can.includes('help'))
  const here = applications.find(({ id }) => id === applicationId)?.name ?? texts.thisApplication
  const { data: reach, error } = useBanReach(applicationId, user, isIn)
  if (others.length === 0 && !isIn) return null
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">{texts.allApplications}</legend>
      <Checkbox
        label={texts.inAllMyApplications}
        hint={<bdi>{namesText([here, ...others.map(({ name }) => name)])}</bdi>}
        checked={isIn}
        onChange={onCheck}
      />
      {isIn && (
        <div className="flex flex-col gap-2 pl-[34px]">
          {known.map(({ type, value }) => {
            const covered = reach?.covers.find((each) => each.type === type)
            return (
              <div key={type} className="flex flex-col gap-1">
                <Checkbox
                  label={labels[type]}
                  hint={<code className="wrap-anywhere">{value}</code>}
                  checked={types.has(type)}
                  onChange={(isChecked) => onCheckType(type, isChecked)}
                />
                <Effect>{types.has(type) && covered && impactSentence(covered)}</Effect>
              </div>
            )
          })}
          <p className="text-second text-fg-2">{texts.blocksTheseInEvery}</p>
          {error !== null && <Effect>{error.message}</Effect>}
        </div>
      )}
    </fieldset>
  )
}

/** What a checked box does to others. */
export function Effect({ children }: { readonly children: ReactNode }) {
  return (
    <p role="status" className="pl-[34px] text-second text-warn empty:hidden">
      {children}
    </p>
  )
}

const mostNamed = 3

/** "My Game App, Second App, Third App and 4 more applications" */
function namesText(names: readonly string[]): string {
  const rest = names.length - mostNamed
  const named = names.slice(0, mostNamed).join(', ')
  return rest > 0 ? texts.and(named, rest) : named
}
