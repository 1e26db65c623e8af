import { api } from '../../api/client.ts'
import { markLoggedIn } from '../../session/flags.ts'
import type { CurrentUser } from '../../session/session.ts'
import { repeatSignOut } from '../../session/sign-out.ts'
import { canRememberPassword } from './remember-key.ts'
import { forget, remember } from './remembered.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
  /** Fill in both fields next time. */
  readonly isRemembered: boolean
}

/** Signs in and notes it in this browser. Throws the server's refusal. */
export async function signIn({ email, password, isRemembered }: Credentials): Promise<CurrentUser> {
  // A sign-out on its way would end the new session.
  await repeatSignOut()
  const body = { email, password, ...(isRemembered && canRememberPassword() && { remember: true }) }
  const reply = await api('POST /api/auth/login', { body })
  if ('secondFactor' in reply) throw new Error('This account has a second factor.')
  const { user, rememberShare } = reply
  markLoggedIn(user.email)
  if (isRemembered) await remember(email, password, rememberShare)
  else await forget()
  return user
}
