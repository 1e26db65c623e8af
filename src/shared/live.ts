/** Kinds of data that a client should refetch. */
export const liveKinds = ['activity', 'stats', 'user', 'license', 'session', 'delivery', 'order', 'mail'] as const
export type LiveKind = (typeof liveKinds)[number]

/**
 * One message of the live stream: which applications changed, and which kinds of their data. It never contains the
 * data.
 */
export type LiveChange = readonly [applicationId: number, kinds: readonly LiveKind[]]

/**
 * Room on the server's disk. `full`: changes are refused. `low`: less than 10 % or 1 GiB is free, which only owners are
 * told.
 */
export type DiskLevel = 'ok' | 'low' | 'full'
