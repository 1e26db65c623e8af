/** What of an application may have to be read again. */
export const liveKinds = ['activity', 'stats', 'user', 'license', 'session', 'delivery'] as const
export type LiveKind = (typeof liveKinds)[number]

/** One message of the live stream: which applications changed, and in what. The thing itself is never in it. */
export type LiveChange = readonly [applicationId: number, kinds: readonly LiveKind[]]
