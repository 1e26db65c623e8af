/** Event of the window: the live stream had been cut and is there again, perhaps from a newer server. */
export const reconnected = 'keywright-reconnected'
