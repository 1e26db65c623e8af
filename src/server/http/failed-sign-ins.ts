import type { ErrorCode } from '../../shared/errors.ts'
import type { OutcomeCode } from '../../shared/outcomes.ts'
import type { Log } from '../lib/log.ts'
import type { Limiters } from './limits/limiters.ts'

/** Where somebody was refused: sign-in of the dashboard, the admin key, a portal, or a login of the public API. */
export type SignInPlace = 'dashboard' | 'admin' | 'portal' | 'client'

/** The refusals of the dashboard and of portals that are wrong credentials. */
const places: Partial<Record<ErrorCode | OutcomeCode, SignInPlace>> = {
  invalid_credentials: 'portal',
  sign_in_failed: 'dashboard',
  second_factor_failed: 'dashboard',
  passkey_refused: 'dashboard',
  identity_refused: 'dashboard',
  setup_link_invalid: 'dashboard',
  invalid_admin_key: 'admin',
}

/** The place that a refusal of the dashboard belongs to; undefined for other errors. */
export const signInPlaceOf = (code: ErrorCode | OutcomeCode): SignInPlace | undefined => places[code]

/** One line of the log for each wrong credential, in a form that fail2ban reads. */
export interface FailedSignIns {
  /** `address` must be canonical. */
  note(place: SignInPlace, address: string, requestId: string): void
}

/**
 * The line holds nothing that a caller has written: the address is canonical, and neither name nor email is there,
 * where people also type passwords. So nobody can forge a line about somebody else. It is limited per address and in
 * all: a guessing network would fill the disk otherwise. What is left out is counted in the next line about it.
 */
export function openFailedSignIns(log: Log, limiters: Limiters): FailedSignIns {
  const ofAddress = limiters.window('failedSignInLinesOfAddress')
  const inAll = limiters.window('failedSignInLines')
  let leftOut = 0
  return {
    note(place, address, requestId) {
      if (ofAddress.take(address) > 0 || inAll.take('all') > 0) {
        leftOut += 1
        return
      }
      if (leftOut > 0) log.warn('failed sign-ins left out', { count: leftOut })
      leftOut = 0
      log.warn('sign-in failed', { address, place, request_id: requestId })
    },
  }
}
