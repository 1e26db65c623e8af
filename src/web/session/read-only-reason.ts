import { createContext, useContext } from 'react'

/** Why the viewer can't change what the screen shows; undefined when they can. */
export const ReadOnlyReasonContext = createContext<string | undefined>(undefined)

/** For the buttons of a change. `<Button disabledReason={useReadOnlyReason()}>Add User</Button>` */
export const useReadOnlyReason = () => useContext(ReadOnlyReasonContext)
