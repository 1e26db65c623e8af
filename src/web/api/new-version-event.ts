/** Event of the window: the server may be a newer one than the page is from. */
export const newVersionEvent = 'keywright-reconnected'

/** The live stream had been cut and is there again, or a file of the page is gone: the page looks whether it is old. */
export const requestVersionCheck = (): boolean => window.dispatchEvent(new Event(newVersionEvent))
