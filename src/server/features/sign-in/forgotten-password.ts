import type { signInStepRoutes } from '../../../shared/contract/sign-in.ts'
import { accountSubject } from '../../accounts/account.ts'
import { signOutEverywhere } from '../../accounts/sign-out-everywhere.ts'
import { clientIp } from '../../http/client-ip.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import type { BackgroundQueue } from '../../lib/background-queue.ts'
import type { Mailer } from '../../lib/mailer.ts'
import { hashToken, randomToken } from '../../lib/tokens.ts'
import type { SignInContext } from './sign-in-context.ts'

type Steps = Handlers<typeof signInStepRoutes>

export interface ForgottenPasswordDeps {
  /** Absent if no mail server is configured. */
  readonly mailer: Mailer | undefined
  readonly backgroundQueue: BackgroundQueue
  /** The public address of this server; never taken from a request. */
  readonly origin: () => string
}

const resetLinkTtlMs = 30 * 60 * 1000
/** Limits the links per account, against mailbox flooding. */
const maxLinks = 3

/**
 * Sends a reset link. The account is looked up after the response, so neither its text nor its timing reveals whether
 * the account exists.
 */
export function forgotPassword(
  context: SignInContext,
  deps: ForgottenPasswordDeps,
): Steps['POST /api/auth/forgot-password'] {
  return ({ body, request }) => {
    const { mailer } = deps
    if (!mailer) throw new Problem('mail_not_configured')
    context.limits.takeReset(context.devices.callerKey(request))
    deps.backgroundQueue.add('password reset mail', () => sendLink(context, mailer, deps.origin(), body.email))
    return { message: 'If this email has an account, a reset link is on its way.' }
  }
}

async function sendLink({ stores, clock }: SignInContext, mailer: Mailer, origin: string, email: string) {
  const account = await stores.accounts.findByEmail(email)
  if (!account?.isActive) return
  const now = clock.now()
  const token = randomToken()
  const isMade = await stores.transaction(async (tx) => {
    if ((await tx.passwordResets.count(account.id, now)) >= maxLinks) return false
    await tx.passwordResets.insert(hashToken(token), account.id, new Date(now.getTime() + resetLinkTtlMs), now)
    return true
  })
  if (isMade)
    await mailer.send({ to: account.email, subject: 'Reset your Keywright password', text: mailText(origin, token) })
}

/** The token is in the fragment (`#`), which browsers do not send, so it appears in no log. */
const mailText = (
  origin: string,
  token: string,
) => `Someone, probably you, asked to reset the password of your Keywright account at ${origin}.

Set a new password with this link, within 30 minutes:

${origin}/reset-password#token=${token}

The link works once. If you didn't ask for it, ignore this email.
`

/**
 * Sets the password and ends everything that the old one gave access to. The second factor stays: email access alone
 * is not enough to sign in.
 */
export function resetPassword(context: SignInContext): Steps['POST /api/auth/reset-password'] {
  const { stores, passwords, clock, limits, devices, requireStrongPassword } = context
  return async ({ body, request, reply }) => {
    limits.takeReset(devices.callerKey(request))
    const tokenHash = hashToken(body.token)
    const accountId = await stores.passwordResets.find(tokenHash, clock.now())
    const account = accountId === undefined ? undefined : await stores.accounts.find(accountId)
    if (!account?.isActive) throw new Problem('reset_link_invalid')
    const { email } = account
    await requireStrongPassword({ field: 'password', password: body.password, email, chosenBy: email })
    const line = { dashboard: { address: clientIp(request), account: email } }
    const passwordHash = await passwords.hash(body.password, { line })
    const at = clock.now()
    const changed = await stores.transaction(async (tx) => {
      if (!(await tx.passwordResets.consume(tokenHash, at))) throw new Problem('reset_link_invalid')
      await tx.accounts.setPasswordHash(account.id, passwordHash)
      await signOutEverywhere(tx, account.id)
      const entry = {
        accountId: account.id,
        actor: account.email,
        subject: accountSubject(account.id),
        ip: clientIp(request),
        at,
      }
      await tx.audit.insert({ ...entry, action: 'account.reset_password' })
      return tx.accounts.findWithHash(account.id)
    })
    limits.resetFailures(account.email)
    // Whoever read the email signs in next; failures of strangers must not lock them out.
    if (changed) devices.issueCookie(request, changed)(reply)
    return { message: 'Password changed. Sign in with the new one.' }
  }
}
