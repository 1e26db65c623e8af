/** What all limits say of themselves; the words stand in docs/decisions/rate-limits.md. */
interface Described {
  /** As in the table of the document; parts of one promise share it. */
  readonly id: `R${number}`
  readonly what: string
  readonly key: string
  readonly beyond: string
  /** In the database it outlives a restart, and the nodes share it within a second. */
  readonly kept: 'memory' | 'database'
}

/** So many within a window that begins with the first of them. */
export interface WindowLimit extends Described {
  readonly limit: number
  readonly windowMs: number
}

/** Some are free; then each doubles the wait. */
export interface BackoffLimit extends Described {
  readonly free: number
  readonly maxWaitMs: number
  readonly maxPerDay: number
}

/** So many at the same moment. */
export interface AtOnceLimit extends Described {
  readonly atOnce: number
}

export type Limit = WindowLimit | BackoffLimit | AtOnceLimit

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/**
 * Every limit of the server, and the only place with their numbers: limiters are made of these rows, and a test compares
 * them with the document. None is keyed by an API key alone: it ships in the makers' programs, so a stranger could fill
 * it for everybody. An address is one of IPv4, or a /64 of IPv6. `RATE_LIMIT_SCALE` multiplies them.
 */
export const limitTable = {
  registrationsPerMinute: {
    id: 'R5',
    what: 'registrations',
    key: 'application, address',
    limit: 30,
    windowMs: minute,
    beyond: '429',
    kept: 'memory',
  },
  registrationsPerHour: {
    id: 'R5',
    what: 'registrations',
    key: 'application, address',
    limit: 200,
    windowMs: hour,
    beyond: '429',
    kept: 'memory',
  },
  takenNames: {
    id: 'R6',
    what: 'names that are taken, at registration',
    key: 'application, address',
    limit: 20,
    windowMs: hour,
    beyond: '429 for register from there',
    kept: 'memory',
  },
  unknownLicenses: {
    id: 'R6',
    what: 'license keys that are none, at registration',
    key: 'application, address',
    limit: 10,
    windowMs: 10 * minute,
    beyond: '429 for register from there',
    kept: 'memory',
  },
  unknownUsers: {
    id: 'R7',
    what: 'user ids that are none, of verify and start',
    key: 'application, address',
    limit: 20,
    windowMs: 10 * minute,
    beyond: '429 for start and for verify without a session from there',
    kept: 'memory',
  },
  heartbeats: {
    id: 'R8',
    what: 'heartbeats',
    key: 'session',
    limit: 10,
    windowMs: minute,
    beyond: '429, the session stays live',
    kept: 'memory',
  },
  verifies: {
    id: 'R8',
    what: 'verifies with a session of the user',
    key: 'session',
    limit: 10,
    windowMs: minute,
    beyond: '429, the session stays live',
    kept: 'memory',
  },
  unknownSessions: {
    id: 'R9',
    what: 'session tokens that are none',
    key: 'application, address',
    limit: 60,
    windowMs: minute,
    beyond: '429 for those tokens',
    kept: 'memory',
  },
  startsOfAddress: {
    id: 'R9',
    what: 'calls that start a session',
    key: 'application, address',
    limit: 600,
    windowMs: minute,
    beyond: '429',
    kept: 'memory',
  },
  startsOfUser: {
    id: 'R18',
    what: 'sessions that begin, from where nobody signed in as the user',
    key: 'user',
    limit: 30,
    windowMs: minute,
    beyond: '429',
    kept: 'memory',
  },
  startsOfKnownDevice: {
    id: 'R18',
    what: 'sessions that begin, from the address of the last login or with the bound hardware id',
    key: 'user, device',
    limit: 30,
    windowMs: minute,
    beyond: '429',
    kept: 'memory',
  },
  clientCalls: {
    id: 'R10',
    what: 'calls of the public API',
    key: 'application, address',
    limit: 6000,
    windowMs: minute,
    beyond: '429',
    kept: 'memory',
  },
  invalidKeys: {
    id: 'R11',
    what: 'API keys that are none',
    key: 'address',
    limit: 60,
    windowMs: minute,
    beyond: '429 without a look into the database',
    kept: 'memory',
  },
  dashboardCalls: {
    id: 'R15',
    what: 'calls of the dashboard',
    key: 'session or token',
    limit: 600,
    windowMs: minute,
    beyond: '429',
    kept: 'memory',
  },
  exports: {
    id: 'R15',
    what: 'exports',
    key: 'session or token',
    limit: 10,
    windowMs: minute,
    beyond: '429',
    kept: 'memory',
  },
  bulkRuns: {
    id: 'R15',
    what: 'bulk actions, their undoing, imports',
    key: 'session or token',
    limit: 10,
    windowMs: minute,
    beyond: '429',
    kept: 'memory',
  },
  webhookSends: {
    id: 'R15',
    what: 'samples and repetitions of webhooks',
    key: 'owner of the webhook',
    limit: 10,
    windowMs: minute,
    beyond: '429',
    kept: 'memory',
  },
  unknownTokens: {
    id: 'R19',
    what: 'management tokens that are none',
    key: 'address',
    limit: 60,
    windowMs: minute,
    beyond: '429',
    kept: 'memory',
  },
  signedRefusals: {
    id: 'R16',
    what: 'signed refusals',
    key: 'application, address',
    limit: 20,
    windowMs: second,
    beyond: '429, unsigned',
    kept: 'memory',
  },
  activityRows: {
    id: 'R17',
    what: 'rows of one kind of refusal in the activity log',
    key: 'application, address, event',
    limit: 20,
    windowMs: minute,
    beyond: 'one row that counts the others',
    kept: 'memory',
  },
  streams: {
    id: 'R20',
    what: 'exports and whole lists under way',
    key: 'dashboard account',
    atOnce: 2,
    beyond: 'waits',
    kept: 'memory',
  },
  waitingStreams: {
    id: 'R20',
    what: 'exports and whole lists that wait, 30 s at most',
    key: 'dashboard account',
    atOnce: 8,
    beyond: '429',
    kept: 'memory',
  },
  liveStreams: {
    id: 'R20',
    what: 'live streams',
    key: 'session',
    atOnce: 5,
    beyond: '429',
    kept: 'memory',
  },
  connectionsOfAddress: {
    id: 'R21',
    what: 'connections',
    key: 'address, unless it is a trusted proxy',
    atOnce: 1000,
    beyond: 'closed at once',
    kept: 'memory',
  },
  connections: {
    id: 'R21',
    what: 'connections',
    key: 'all',
    atOnce: 20_000,
    beyond: 'closed at once',
    kept: 'memory',
  },
  connectionsForDashboard: {
    id: 'R21',
    what: 'the last of those, which the public API does not get',
    key: 'all',
    atOnce: 500,
    beyond: '503 for the public API',
    kept: 'memory',
  },
  connectionsForDashboardOfAddress: {
    id: 'R21',
    what: 'the last of those',
    key: 'address, unless it is a trusted proxy',
    atOnce: 10,
    beyond: 'closed at once',
    kept: 'memory',
  },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limitTable

/** A limit as this server has it: at least one, whatever the scale. */
export function scaled(limit: number, scale: number): number {
  return Math.max(1, Math.round(limit * scale))
}
