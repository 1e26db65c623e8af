import { applicationScreens } from './specified-application-screens.ts'
import { furtherApplicationScreens } from './specified-more-application-screens.ts'
import { pageScreens } from './specified-page-screens.ts'
import { startScreens } from './specified-start-screens.ts'

/** Every screen and window with its texts. */
export const specifiedScreens = [...startScreens, ...applicationScreens, ...furtherApplicationScreens, ...pageScreens]
