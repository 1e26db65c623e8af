import { applicationScreens, furtherApplicationScreens } from './application-screens.ts'
import { pageScreens } from './page-screens.ts'
import { refusedStates } from './refused-states.ts'
import { startScreens } from './start-screens.ts'
import { waitingStates } from './waiting-states.ts'

/** Every screen and dialog with its texts. */
export const specifiedScreens = [...startScreens, ...applicationScreens, ...furtherApplicationScreens, ...pageScreens]

/** The texts of every screen while it waits, and when the server fails. */
export const specifiedStates = [...waitingStates, ...refusedStates]
