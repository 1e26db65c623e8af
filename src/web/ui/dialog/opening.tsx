import { type ComponentType, createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'

/** One opening of a window, from when it opens until it closes. A late answer asks it whether it is still wanted. */
export interface Opening {
  isOpen: boolean
  /** How often something was entered. */
  entries: number
}

const Around = createContext<Opening | undefined>(undefined)

/**
 * A window that begins afresh whenever it opens. What is sent from it acts on the opening that sent it, and on no other.
 * `export const EditUserDialog = perOpening(EditUserForm)`
 */
export function perOpening<Props extends { readonly isOpen: boolean }>(Window: ComponentType<Props>) {
  return function EachOpening(props: Props) {
    const count = useOpenings(props.isOpen)
    return (
      <OneOpening key={count} isOpen={props.isOpen}>
        <Window {...props} />
      </OneOpening>
    )
  }
}

function OneOpening({ isOpen, children }: { readonly isOpen: boolean; readonly children: ReactNode }) {
  return <Around value={useOwnOpening(isOpen)}>{children}</Around>
}

/** The opening around a component; outside of windows the time for which the component is there. */
export function useOpening(): Opening {
  const around = useContext(Around)
  const own = useOwnOpening(true)
  return around ?? own
}

function useOwnOpening(isOpen: boolean): Opening {
  const [opening] = useState<Opening>(() => ({ isOpen, entries: 0 }))
  useLayoutEffect(() => {
    opening.isOpen = isOpen
    return () => {
      opening.isOpen = false
    }
  }, [opening, isOpen])
  return opening
}

/**
 * How often something was opened, as `key` of what is inside: each opening begins afresh, and closing leaves it in place
 * until it is out of sight. `<AddUserForm key={useOpenings(isOpen)} isOpen={isOpen} />`
 */
export function useOpenings(isOpen: boolean): number {
  const [seen, setSeen] = useState({ isOpen, count: 0 })
  if (seen.isOpen !== isOpen) setSeen({ isOpen, count: seen.count + (isOpen ? 1 : 0) })
  return seen.count
}
