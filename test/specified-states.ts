import { refusedStates } from './specified-refused-states.ts'
import { waitingStates } from './specified-waiting-states.ts'

/** What every screen says while it waits, and when the server fails. */
export const specifiedStates = [...waitingStates, ...refusedStates]
