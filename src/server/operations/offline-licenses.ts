import type { OutcomeKey } from '../../shared/outcomes.ts'
import type { OfflineRequest } from '../lib/offline-request.ts'
import type { StoreSet } from '../store/index.ts'

/** What is asked for, and by whom. */
export interface OfflineQuestion {
  readonly applicationId: number
  readonly request: OfflineRequest
  readonly of: { readonly userId: number } | { readonly licenseId: number }
  readonly days: number
  /** Email address of the account. */
  readonly by: string
}

export interface OfflineFile {
  readonly id: number
  readonly userId: number
  readonly file: string
  readonly expiresAt: Date
}

/** Why no file was made. */
export type OfflineRefusal =
  | 'user_not_found'
  | 'license_not_found'
  | 'other_application'
  | 'other_user'
  | 'other_keys'
  | 'no_device'
  | 'no_device_free'
  | 'request_used'
  | { readonly reason: OutcomeKey; readonly message: string }

/** Files for computers that never reach the server, by the rules of the public API. */
export interface OfflineLicenses {
  /** The file for a request, made once: the same question gets the same file. */
  make(question: OfflineQuestion, within: OfflineTransaction): Promise<OfflineFile | OfflineRefusal>
}

/** What the caller adds to the transaction that makes a file. */
export interface OfflineTransaction {
  /** First of all; throws if the caller may not. */
  readonly allow: (tx: StoreSet) => Promise<unknown>
  readonly record: (tx: StoreSet, file: OfflineFile) => Promise<unknown>
}
