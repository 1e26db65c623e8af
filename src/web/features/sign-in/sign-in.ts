import { type ApiReply, api } from '../../api/client.ts'
import type { CurrentUser } from '../../session/session.ts'
import { markLoggedIn } from '../../session/sign-in-flags.ts'
import { retrySignOut } from '../../session/sign-out.ts'
import { canRememberPassword } from './remember-key.ts'
import { forget, remember } from './remembered-sign-in.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
  /** "Remember me": fill in both fields next time. */
  readonly isRemembered: boolean
}

/** The password was correct and a second factor is required. */
export interface SecondStep {
  readonly credentials: Credentials
  readonly ticket: string
  readonly hasTotp: boolean
  readonly hasPasskey: boolean
}

/**
 * Signs in and stores that in this browser, or returns the second factor the account requires. Throws the server's
 * error.
 */
export async function signIn(credentials: Credentials): Promise<CurrentUser | SecondStep> {
  // A pending sign-out request would end the new session.
  await retrySignOut()
  const { email, password, isRemembered } = credentials
  const body = { email, password, ...(isRemembered && canRememberPassword() && { remember: true }) }
  const reply = await api('POST /api/auth/login', { body })
  if ('secondFactor' in reply) return { credentials, ...reply.secondFactor }
  return finishSignIn(credentials, reply)
}

/** What this browser stores after a completed sign-in. */
export async function finishSignIn(
  { email, password, isRemembered }: Credentials,
  { user, rememberShare }: ApiReply<'POST /api/auth/second-factor'>,
): Promise<CurrentUser> {
  markLoggedIn(user.email)
  if (isRemembered) await remember(email, password, rememberShare)
  else await forget()
  return user
}
