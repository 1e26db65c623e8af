/** Window event: the server may be newer than this page. */
export const newVersionEvent = 'keywright-reconnected'

/** Sent after the live stream reconnects or a file of the page is missing: the page then checks for a newer version. */
export const requestVersionCheck = (): boolean => window.dispatchEvent(new Event(newVersionEvent))
