import { type ReactNode, useContext } from 'react'
import { useOwnApplications } from '../api/use-own-applications.ts'
import { RefusalContext, type Refusals } from '../ui/refusal.ts'
import { refusalOf } from './refusal-of.ts'

export interface RowRightsProps {
  /** null: for all applications of its owner. */
  readonly applicationId: number | null
  readonly children: ReactNode
}

/** Around the controls of a row that may belong elsewhere than the screen. */
export function RowRights({ applicationId, children }: RowRightsProps) {
  const refusals = useContext(RefusalContext)
  return <RefusalContext value={(right) => refusals(right, applicationId)}>{children}</RefusalContext>
}

export interface RightsByApplicationProps {
  /** The one that the list is narrowed to, as the address names it. */
  readonly chosen: string | undefined
  readonly children: ReactNode
}

/** Around a list with rows of several applications, of which each grants rights of its own. */
export function RightsByApplication({ chosen, children }: RightsByApplicationProps) {
  const { data } = useOwnApplications()
  const refusals: Refusals = (right, applicationId = Number(chosen)) => {
    const application = data?.find(({ id }) => id === applicationId)
    return application && refusalOf(application, right)
  }
  return <RefusalContext value={refusals}>{children}</RefusalContext>
}
