import { createContext, useContext } from 'react'
import type { Right } from '../../shared/rights.ts'

/**
 * Why the viewer may not do what needs this right; undefined when they may. `applicationId` is of a row that may belong
 * elsewhere than the screen: null for what its owner has for all applications.
 */
export type Refusals = (right: Right, applicationId?: number | null) => string | undefined

/** Provided around the screens of an application. Elsewhere nothing is refused here. */
export const RefusalContext = createContext<Refusals>(() => undefined)

/** For a control of its own; buttons, menu entries, switches and dialogs take `needs`. */
export function useRefusal(needs: Right | undefined): string | undefined {
  const refusalOf = useContext(RefusalContext)
  return needs === undefined ? undefined : refusalOf(needs)
}
