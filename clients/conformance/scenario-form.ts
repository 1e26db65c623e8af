import type { CallName } from '../test/recording-proxy.ts'
import type { NamedChange } from './changed-answers.ts'
import type { ColumnId } from './columns.ts'
import type { WayName } from './ways.ts'

/** What the client gets for a call, in place of the server's answer. */
export type ScriptedAnswer =
  | 'server'
  | 'hang'
  | 'reset'
  | 'drip head'
  | 'drip body'
  /**
   * The server's own with this change, at this place; `each`: once at every place from, to and by so many. `withheld`: the
   * server does its work, and the client never gets the answer.
   */
  | {
      readonly change: NamedChange | 'withheld'
      readonly at?: number
      readonly each?: readonly [number, number, number]
    }
  | {
      readonly status: number
      /** An object becomes JSON. */
      readonly body?: string | Readonly<Record<string, unknown>>
      /** The body is this text so many times. */
      readonly times?: number
      /** `{stranger}` in a value becomes an address that no request may reach. */
      readonly headers?: Readonly<Record<string, string>>
    }

/** One answer is given for ever, several one after the other; then the server answers. */
export type Script = Readonly<Partial<Record<CallName, ScriptedAnswer | readonly ScriptedAnswer[]>>>

type Fields = Readonly<Record<string, unknown>>

/** `open` makes another client, with these options beside those of the scenario. */
export interface Order {
  readonly do: string
  readonly username?: string
  readonly password?: string
  readonly key?: string
  /** Of a feature. */
  readonly name?: string
  /** Gives the order once for each of these answers to it. */
  readonly answered?: readonly ScriptedAnswer[]
  readonly gives?: Fields
  /** The program gives the call up after so many seconds; 0: before it begins. */
  readonly cancelAfter?: number
  /** Seconds that it takes, at least and at most. */
  readonly takes?: readonly [number, number]
}

export type Step =
  | Order
  | { readonly server: Script }
  /** Changes in the dashboard. */
  | { readonly user: 'pause' | 'unpause' | 'ban' | 'unban' | Readonly<Record<string, unknown>> }
  | { readonly application: Readonly<Record<string, unknown>> }
  | { readonly sell: Readonly<Record<string, unknown>>; readonly as: string }
  /** Waits for this many more requests of a call. Seconds between each two of them, at least. */
  | { readonly sees: CallName; readonly more?: number; readonly apart?: number }
  /** Waits until the monitor tells of the loss. */
  | { readonly lost: Fields; readonly takes?: readonly [number, number] }
  /** Waits until the monitor tells this, with these fields; what it told before is passed over. */
  | { readonly tells: 'verified' | 'offline' | 'online'; readonly has: Fields }
  /** Live sessions of the application, which no other scenario shares. */
  | { readonly sessions: number }
  /** What the log was told last. */
  | { readonly logged: Fields }
  /** Asks until the figures of the monitor are these. */
  | { readonly until: Readonly<Record<string, number | { readonly atLeast: number }>> }
  /** While it is down, every connection breaks. */
  | { readonly network: 'down' | 'up' }
  /** For a time that is the scenario itself, as the length of an outage. */
  | { readonly wait: number }
  /** The last request of a call has these members, and not those. */
  | { readonly sent: CallName; readonly has: Fields; readonly hasNot?: readonly string[] }
  /** Moves the computer's clock by so many seconds. */
  | { readonly advance: number }

/** One row of the table. */
export interface ConformanceScenario {
  readonly name: string
  /** It waits longest, so it starts first. */
  readonly isLong?: boolean
  /** `signed`: keys are pinned, leases are on; `own`: other scenarios don't share it. */
  readonly application?: 'signed' | 'own'
  /** Other than those of the suite. */
  readonly options?: Readonly<Record<string, number>>
  readonly user?: { readonly username?: string; readonly password?: string }
  /** How the client reaches the server, where it is not by plain HTTP on 127.0.0.1. */
  readonly through?: WayName
  /** The clock of the computer can be moved. */
  readonly hasClock?: boolean
  /** PHP does it again with streams in the place of curl. */
  readonly alsoStreams?: boolean
  /** On that way not one byte goes to the server after the handshake. */
  readonly sendsNothing?: boolean
  /** Calls that ask for a signature, with a nonce that no other request has. */
  readonly signs?: readonly CallName[]
  readonly signsNot?: readonly CallName[]
  /** Why a language has no cell. */
  readonly lacks?: Readonly<Partial<Record<ColumnId, string>>>
  readonly steps: readonly Step[]
  /** Requests in all, by call. */
  readonly requests?: Readonly<Partial<Record<CallName, number>>>
}
