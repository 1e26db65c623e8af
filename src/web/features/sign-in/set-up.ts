import { api } from '../../api/client.ts'
import { shortPasswordError } from '../../common/forms/new-password-field.tsx'
import { markLoggedIn } from '../../session/sign-in-flags.ts'
import { retrySignOut } from '../../session/sign-out.ts'
import * as texts from '../../texts/sign-in.ts'

export interface NewOwner {
  readonly email: string
  readonly password: string
}

export type OwnerErrors = Readonly<Partial<Record<keyof NewOwner, string>>>

/** Client-side validation. */
export function ownerErrors({ email, password }: NewOwner): OwnerErrors {
  const tooShort = shortPasswordError(password)
  return {
    ...(!/^\S+@\S+\.\S+$/.test(email.trim()) && { email: texts.enterYourEmailAddress }),
    ...(tooShort !== undefined && { password: tooShort }),
  }
}

/** Creates the owner, who is then signed in. Throws the server's error. */
export async function setUp(token: string, { email, password }: NewOwner): Promise<void> {
  await retrySignOut()
  const user = await api('POST /api/setup', { body: { token, email: email.trim(), password } })
  markLoggedIn(user.email)
}
