/**
 * What a call came to. Codes made by this library: `network_error`, `bad_answer`, `bad_signature`, `cancelled`, `not_logged_in`,
 * and of `resume`: `offline` and `offline_*`.
 */
export interface Result {
  readonly ok: boolean
  readonly code: string
  readonly message: string
  readonly httpStatus: number
  /** The answer's signature is right, or was not asked for. */
  readonly trusted: boolean
  readonly retryAfter?: number
  /** Of a refusal: names the call in the server's log. */
  readonly requestId?: string
  readonly reason?: string
  readonly downloadUrl?: string
  readonly userId?: number
  readonly username?: string
  readonly email?: string | null
  readonly expiresAt?: string | null
  /** Until when the user has access although `expiresAt` has passed. */
  readonly graceUntil?: string
  readonly hwidLocked?: boolean
  readonly addedDays?: number
  readonly features?: Features
  /** Until when the program may run without the server, in unix seconds; of `resume` alone. */
  readonly offlineUntil?: number
  /**
   * Itself where it is ok.
   * @throws {KeywrightError} else
   */
  orThrow(): Result
}

/** What `orThrow` throws: a result that is not ok. */
export class KeywrightError extends Error {
  readonly code: string
  readonly httpStatus: number
  readonly requestId?: string
  readonly retryAfter?: number
  readonly trusted: boolean
}

/** Of one call. */
export interface CallFields {
  /** `login`, `verify`, `start`, `heartbeat` and so on. */
  readonly call: string
  readonly code: string
  readonly httpStatus: number
  readonly trusted: boolean
  readonly requestId?: string
  readonly seconds: number
}

export type Features = Readonly<Record<string, boolean | number | string>>

/** The first five as the dashboard shows them for your application. */
export interface ClientOptions {
  readonly origin: string
  readonly apiKey: string
  /** Version of your program. */
  readonly version: string
  /** Never change it: the hardware id of every user would change with it. */
  readonly hwidSalt: string
  /** Two at most. The server's answers are checked with them; none: checking is off. */
  readonly publicKeys?: readonly string[]
  /** Of one call with all its tries, 1 to 120; default 30. */
  readonly timeoutSeconds?: number
  /** Default 30; the server expects one at least every 90 seconds. */
  readonly heartbeatSeconds?: number
  /** Default 300. */
  readonly verifySeconds?: number
  /** In a row, until the session ends; default 3. */
  readonly maxVerifyFailures?: number
  /** Default 5. */
  readonly retrySeconds?: number
  /**
   * How often a call is sent again where nobody knows what came of it, 0 to 3; default 0. No sign-in, registration or key is
   * ever sent twice, and the monitor has times of its own.
   */
  readonly retries?: number
  /** `http://[name:password@]host[:port]`, name and password percent-encoded. Default: what the environment says to Node.js. */
  readonly proxy?: string
  /** Keeps the sign-in, so that `resume` starts without the server too; needs a pinned key. Default false. */
  readonly offlineStart?: boolean
  /** Where it is kept; null: in memory only. Default: the folder of this system for such things. */
  readonly storeFolder?: string | null
  /**
   * What your program itself calls this computer: 1 to 128 characters on one line, without white space at the ends. Default: made
   * of the system's id and `hwidSalt`.
   */
  readonly hardwareId?: string
  /** Is told of each call what came of it, and no password, key or token. */
  readonly log?: (level: 'info' | 'warn', event: 'call', fields: CallFields) => void
}

/** Of one call. */
export interface CallOptions {
  /** Gives the call up: within a second it is over, with the code `cancelled`. */
  readonly signal?: AbortSignal
}

/** Until when a user may go on without the server, and with what. */
export interface HeldLease {
  /** Unix seconds. */
  readonly until: number
  /** A program may start by it. */
  readonly mayStart: boolean
  readonly features: Features
}

/** What the monitor tells of. */
export interface MonitorEvents {
  /** The result that ended the session. */
  readonly lost: (result: Result) => void
  /** The program goes on without the server until then, in unix seconds. */
  readonly offline?: (until: number) => void
  /** The server was reached again. */
  readonly online?: () => void
  /** What came of each verification, before a loss that follows from it. */
  readonly status?: (result: Result) => void
}

/** Speaks with the server. No method throws for what the network or the server does. */
export class LicenseClient {
  /** @throws an error whose `code` is `invalid_options` and whose `option` names the option */
  constructor(options: ClientOptions)
  readonly settings: Required<ClientOptions> & { readonly pinnedKeys: readonly string[] }
  /** How far this computer's clock was from the server's at the last signed answer, in seconds. */
  readonly clockError: number
  login(username: string, password: string, options?: CallOptions): Promise<Result>
  /** Signs in with a license key alone. */
  license(licenseKey: string, options?: CallOptions): Promise<Result>
  /** Adds the time of another key: to the user whose session this is, or to the one who is named. */
  redeem(licenseKey: string, username?: string, password?: string, options?: CallOptions): Promise<Result>
  register(
    username: string,
    password: string,
    licenseKey?: string,
    email?: string,
    options?: CallOptions,
  ): Promise<Result>
  verify(options?: CallOptions): Promise<Result>
  /** Starts without a password where somebody is signed in on this computer; needs `offlineStart`. */
  resume(options?: CallOptions): Promise<Result>
  /** All that the user has bought, from signed answers alone; without the server while the lease holds. */
  features(): Features
  /** Undefined: no lease holds now. */
  lease(): HeldLease | undefined
  /** Undefined: not bought. */
  feature(name: string): boolean | number | string | undefined
  /** Keeps the session alive; starts it first where that was not done. */
  monitor(events: MonitorEvents): Promise<SessionMonitor>
  /** Stops the monitor and ends the session, within 3 seconds; `resume` starts nobody then. */
  logout(): Promise<void>
  /** One that is given up is ended after its answer. */
  startSession(options?: CallOptions): Promise<Result>
  heartbeat(options?: CallOptions): Promise<Result>
  /** Ends the session; `resume` can start again. */
  endSession(): Promise<void>
  mayGoOnOffline(): boolean
  /** For a computer that never reaches the server; needs `offlineStart` and a pinned key. @throws `invalid_options` else */
  readonly offline: OfflineFiles
}

/** The text that asks for an offline file, and the file that answers it. */
export interface OfflineFiles {
  /** For whoever sells the program: of the user with this name, or of a license key. */
  request(who: { readonly username: string } | { readonly licenseKey: string }): string
  /** Starts with the file, as `resume` does from then on. Codes: `offline_invalid`, `offline_machine`, `offline_expired`, `offline_clock`. */
  install(text: string): Promise<Result>
}

/** Two jobs, heartbeats and verifications, that keep one session alive. */
export class SessionMonitor {
  constructor(client: LicenseClient, events?: Omit<MonitorEvents, 'lost'>)
  readonly beats: number
  readonly failures: number
  readonly verifiedAt: Date
  start(onLost: (result: Result) => void): void
  stop(): void
}

/** What to tell the user about a refusal, and what follows from it. */
export interface Explanation {
  readonly caption: string
  readonly text: string
  /** `form`: ask again; `wait`: after `seconds`; `exit`: no retry can help. */
  readonly next: 'form' | 'wait' | 'exit'
  readonly seconds?: number
}

/** `otherwise` is the caption of what has none of its own. */
export function explain(result: Result, otherwise?: string): Explanation

export function hardwareId(machineId: string | undefined, salt: string): string
export function firstMachineId(...paths: string[]): string

/** One answer, and the request that it answers. */
export interface SignedExchange {
  readonly path: string
  readonly nonce: string
  readonly requestBody: Uint8Array
  readonly status: number
  readonly body: Uint8Array
  readonly signatureInput: string | null
  readonly signature: string | null
}

/** When the server signed this answer to this request, in unix seconds; undefined unless one of the keys says so. */
export function signedAt(exchange: SignedExchange, keys: readonly string[]): number | undefined

/** Who a lease is for, and when: times in unix seconds. */
export interface LeaseFacts {
  readonly userId: number | undefined
  readonly hwid: string
  readonly clock: number
  readonly mark: number
}

export function leaseHolds(lease: string | undefined, facts: LeaseFacts, keys: readonly string[]): boolean

export interface StoredState {
  readonly userId: number
  readonly username?: string
  /** Only where it was the sign-in. */
  readonly licenseKey?: string
  /** The latest time of the server, and the latest that is known at all, in unix seconds. */
  readonly mark: number
  readonly seen: number
  readonly lease: string
}

/** The file in which a sign-in is kept, with an HMAC under a key of this computer. */
export class StateFile {
  constructor(options: Pick<ClientOptions, 'hwidSalt' | 'storeFolder'>, machineId?: string)
  write(state: StoredState): void
  remove(): void
}
