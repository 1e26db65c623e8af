import type { signInRoutes } from '../../../shared/contract/sign-in.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/routes.ts'
import { checkCredentials } from './check-credentials.ts'
import { currentUser } from './current-user.ts'
import { rememberDevice } from './remember-device.ts'
import { beginSession } from './session-life.ts'
import type { SignInContext } from './sign-in-context.ts'

type SignIn = Handlers<typeof signInRoutes>['POST /api/auth/login']

/** Ends the browser's former session and begins a new one; the cookies are set only once everything is stored. */
export function signInWithPassword(context: SignInContext): SignIn {
  return async ({ body, request, reply }) => {
    if (body.email === '' || body.password === '') {
      throw new Problem('invalid_request', { message: 'Please enter both email and password' })
    }
    const account = await checkCredentials(context, request, body.email, body.password)
    const session = beginSession(context, request)
    const device = rememberDevice(context, request, body.remember === true)
    const newHash = await renewedHash(context, account.passwordHash, body.password)
    const signedIn = await context.stores.transaction(async (tx) => {
      const current = await tx.accounts.recordLogin(account.id, account.passwordHash, session.at)
      if (!current) return undefined
      if (newHash !== undefined) await tx.accounts.setPasswordHash(account.id, newHash)
      await session.begin(tx, account.id)
      await device.save(tx, account.id)
      return current
    })
    if (!signedIn) throw new Problem('sign_in_failed')
    context.limits.forgive(body.email)
    context.cookies.session.set(reply, session.token)
    return { user: currentUser(signedIn), ...device.answer(reply) }
  }
}

/** The right password in a hash of today's cost, where the stored one was cheaper. */
async function renewedHash({ passwords }: SignInContext, hash: string, password: string): Promise<string | undefined> {
  return passwords.needsRehash(hash) ? passwords.hash(password) : undefined
}
