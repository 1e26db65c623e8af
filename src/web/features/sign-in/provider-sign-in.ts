import { api } from '../../api/client.ts'
import { markLoggedIn } from '../../session/flags.ts'
import { repeatSignOut } from '../../session/sign-out.ts'
import type { SecondStep } from './sign-in.ts'

interface ProviderReply {
  readonly idToken?: unknown
  readonly error?: { readonly message?: unknown }
}

/** What providers answer instead of a sentence, as far as it concerns who signs in. */
const reasons: Readonly<Record<string, string>> = {
  INVALID_LOGIN_CREDENTIALS: 'Invalid email or password',
  INVALID_PASSWORD: 'Invalid email or password',
  EMAIL_NOT_FOUND: 'Invalid email or password',
  USER_DISABLED: 'This account is switched off at the identity provider.',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'Too many tries at the identity provider. Wait a while.',
}

/**
 * Signs in at the identity provider and hands its fresh token to the server, or tells what the account asks for besides.
 * Throws what either of them refuses.
 */
export async function signInAtProvider(
  signInUrl: string,
  email: string,
  password: string,
): Promise<SecondStep | undefined> {
  await repeatSignOut()
  const idToken = await askProvider(signInUrl, { email, password, returnSecureToken: true })
  const reply = await api('POST /api/auth/firebase-session', { body: { idToken } })
  if ('secondFactor' in reply) {
    // Nothing of a provider's password is remembered here.
    return { credentials: { email, password: '', isRemembered: false }, ...reply.secondFactor }
  }
  markLoggedIn(reply.user.email)
  return undefined
}

async function askProvider(signInUrl: string, body: object): Promise<string> {
  const response = await fetch(signInUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  }).catch(() => undefined)
  if (response === undefined) throw new Error('The identity provider cannot be reached. Check your connection.')
  const reply: ProviderReply = await response.json().catch(() => ({}))
  if (typeof reply.idToken === 'string') return reply.idToken
  const code = String(reply.error?.message ?? '').split(/[ :]/, 1)[0] ?? ''
  throw new Error(reasons[code] ?? 'The identity provider refused the sign-in.')
}
