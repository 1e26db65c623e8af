import { type ComponentType, createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'

/** What opens and closes a dialog. */
export interface DialogState {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** One opening of a dialog, from open to close. A late reply asks it whether it is still wanted. */
export interface Opening {
  isOpen: boolean
  /** How often the user has changed a field. */
  entries: number
}

const OpeningContext = createContext<Opening | undefined>(undefined)

/**
 * A dialog that starts with fresh state at each opening. A late reply affects only the opening that sent the request.
 * `lazyDialog` does this already; a dialog that is imported statically does it itself:
 * `export const EditUserDialog = freshPerOpening(EditUserForm)`
 */
export function freshPerOpening<Props extends { readonly isOpen: boolean }>(
  Dialog: ComponentType<Props>,
): (props: Props) => ReactNode {
  return function FreshPerOpening(props) {
    const { isOpen } = props
    // Counts openings: the key changes when the dialog opens, not when it closes, or the closing content would vanish.
    const [seen, setSeen] = useState({ isOpen, count: 0 })
    if (seen.isOpen !== isOpen) setSeen({ isOpen, count: seen.count + (isOpen ? 1 : 0) })
    return (
      <OneOpening key={seen.count} isOpen={isOpen}>
        <Dialog {...props} />
      </OneOpening>
    )
  }
}

function OneOpening({ isOpen, children }: { readonly isOpen: boolean; readonly children: ReactNode }) {
  return <OpeningContext value={useOwnOpening(isOpen)}>{children}</OpeningContext>
}

/** The opening around a component; outside of dialogs, the time for which the component is mounted. */
export function useOpening(): Opening {
  const around = useContext(OpeningContext)
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
