import { createContext, useContext } from 'react'

/** Why the viewer may not change what the screen shows; undefined where they may. */
export const ReadOnlyReasonContext = createContext<string | undefined>(undefined)

/** For the buttons of a change. `<Button disabledReason={useChangeRefusal()}>Add User</Button>` */
export const useReadOnlyReason = () => useContext(ReadOnlyReasonContext)
