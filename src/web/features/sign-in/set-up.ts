import { dashboardPasswordMinLength } from '../../../shared/constants.ts'
import { api } from '../../api/client.ts'
import { markLoggedIn } from '../../session/sign-in-flags.ts'
import { retrySignOut } from '../../session/sign-out.ts'

export interface NewOwner {
  readonly email: string
  readonly password: string
}

export type OwnerErrors = Readonly<Partial<Record<keyof NewOwner, string>>>

/** What can be said about the fields before asking the server. */
export function ownerErrors({ email, password }: NewOwner): OwnerErrors {
  return {
    ...(!/^\S+@\S+\.\S+$/.test(email.trim()) && { email: 'Enter your email address.' }),
    ...(password.length < dashboardPasswordMinLength && {
      password: `Password must be at least ${dashboardPasswordMinLength} characters.`,
    }),
  }
}

/** Creates the owner, who is signed in from then on. Throws the server's refusal. */
export async function setUp(token: string, { email, password }: NewOwner): Promise<void> {
  await retrySignOut()
  const user = await api('POST /api/setup', { body: { token, email: email.trim(), password } })
  markLoggedIn(user.email)
}
