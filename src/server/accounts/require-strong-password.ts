import { fieldValueError } from '../http/field-error.ts'
import { reserveOrWait } from '../http/limits/attempt.ts'
import type { Limiters } from '../http/limits/limiters.ts'
import { refusedFor } from '../http/limits/rate-limit.ts'
import { canonical } from '../lib/canonical.ts'
import { passwordProblem } from '../lib/passwords/dashboard-password.ts'

interface NewPassword {
  /** The field of the request, which the error names. */
  readonly field: string
  readonly password: string
  /** Of the account that gets the password. */
  readonly email: string
  /** Whose weak passwords are limited together; undefined for the holder of the admin key, who runs the server. */
  readonly chosenBy: string | undefined
}

/** Refuses a new password of a dashboard account that breaks a rule. */
export type RequireStrongPassword = (password: NewPassword) => Promise<void>

/**
 * Rating a password blocks the event loop for some milliseconds, and whoever holds a session or a link can ask for it
 * from any number of addresses. So weak passwords are limited by who chose them; strong ones are hashed, which has a
 * limit of its own.
 */
export function strongPasswordCheck(limiters: Limiters): RequireStrongPassword {
  const reserve = reserveOrWait(limiters.window('weakPasswords'))
  return async ({ field, password, email, chosenBy }) => {
    const reservation = chosenBy === undefined ? undefined : await reserve(canonical(chosenBy))
    if (typeof reservation === 'number') throw refusedFor(reservation)
    try {
      const problem = await passwordProblem(password, email)
      if (problem === undefined) return
      reservation?.commit()
      throw fieldValueError(field, problem)
    } finally {
      reservation?.release()
    }
  }
}
