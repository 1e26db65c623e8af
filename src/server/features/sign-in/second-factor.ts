import type { signInStepRoutes } from '../../../shared/contract/sign-in.ts'
import { accountSubject } from '../../accounts/account.ts'
import { consumeCode } from '../../accounts/consume-code.ts'
import type { CheckedPasskey, Passkeys } from '../../accounts/passkeys.ts'
import { clientIp } from '../../http/client-ip.ts'
import { evaluate } from '../../http/limits/attempt.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { hashToken, randomToken } from '../../lib/tokens.ts'
import type { AccountWithHash } from '../../store/accounts/accounts.ts'
import type { FactorSummary } from '../../store/accounts/second-factors.ts'
import type { StoreSet } from '../../store/index.ts'
import type { SignInTicket } from '../../store/sessions/sign-in-tickets.ts'
import { attemptOf } from './check-credentials.ts'
import { beginSession, currentUser } from './dashboard-session.ts'
import { rememberDevice } from './remembered-password.ts'
import type { SignInContext } from './sign-in-context.ts'

type Steps = Handlers<typeof signInStepRoutes>
type SecondFactorBody = Parameters<Steps['POST /api/auth/second-factor']>[0]['body']

const ticketTtlMs = 5 * 60 * 1000

/** The ticket of a sign-in whose password was correct and whose second factor is missing. */
export async function askSecondFactor(
  tx: StoreSet,
  account: AccountWithHash,
  factors: FactorSummary,
  isRemembered: boolean,
  now: Date,
): Promise<{ ticket: string; hasTotp: boolean; hasPasskey: boolean }> {
  const ticket = randomToken()
  const kept: SignInTicket = { accountId: account.id, checkedHash: hashToken(account.passwordHash), isRemembered }
  await tx.signInTickets.insert(hashToken(ticket), kept, new Date(now.getTime() + ticketTtlMs), now)
  return { ticket, hasTotp: factors.hasTotp, hasPasskey: factors.passkeyCount > 0 }
}

/**
 * The second step: consumes ticket and code and starts the session, in one transaction. A wrong code uses up one of
 * the ticket's attempts in the same transaction, so parallel guesses cannot exceed them.
 */
export function signInWithSecondFactor(
  context: SignInContext,
  passkeys: Passkeys,
): Steps['POST /api/auth/second-factor'] {
  const { stores, limits, devices } = context
  return async ({ body, request, reply }) => {
    limits.takeStep(devices.callerKey(request))
    const { ticketHash, ticket, account } = await findTicket(context, body.ticket)
    const attempt = attemptOf(context, request, account.email, account)
    const session = beginSession(context, request)
    const device = rememberDevice(context, request, ticket.isRemembered)
    const signedIn = await evaluate(attempt, async () => {
      const passkey = await checkPasskey(passkeys, body, account.id)
      return stores.transaction(async (tx) => {
        if (!(await tx.signInTickets.consumeAttempt(ticketHash, session.at))) throw new Problem('second_factor_expired')
        const consumed = await consumeFactor(tx, passkeys, body, passkey, account.id, session.at)
        if (!consumed) return undefined
        await tx.signInTickets.remove(ticketHash)
        const current = await tx.accounts.recordLogin(account.id, account.passwordHash, session.at)
        if (!current) throw new Problem('second_factor_expired')
        await session.begin(tx, account.id)
        await device.save(tx, account.id)
        if (consumed === 'recovery') await auditRecovery(tx, account, clientIp(request), session.at)
        return current
      })
    })
    if (!signedIn) throw new Problem('second_factor_failed')
    attempt.resetFailures()
    session.answer(reply)
    return { user: currentUser(signedIn), ...device.answer(reply) }
  }
}

/** The challenge for the account's passkeys. */
export function secondFactorPasskey(
  context: SignInContext,
  passkeys: Passkeys,
): Steps['POST /api/auth/second-factor/passkey'] {
  return async ({ body, request }) => {
    context.limits.takeStep(context.devices.callerKey(request))
    const { account } = await findTicket(context, body.ticket)
    return passkeys.authenticationOptions({ use: 'second-factor', accountId: account.id })
  }
}

/** A valid ticket with its account. A password change in the meantime invalidates it. */
async function findTicket({ stores, clock }: SignInContext, text: string) {
  const ticketHash = hashToken(text)
  const ticket = await stores.signInTickets.find(ticketHash, clock.now())
  const account = ticket && (await stores.accounts.findWithHash(ticket.accountId))
  if (!ticket || !account?.isActive || hashToken(account.passwordHash) !== ticket.checkedHash) {
    throw new Problem('second_factor_expired')
  }
  return { ticketHash, ticket, account }
}

async function checkPasskey(
  passkeys: Passkeys,
  body: SecondFactorBody,
  accountId: number,
): Promise<CheckedPasskey | undefined> {
  return 'passkey' in body ? passkeys.check(body.passkey, { use: 'second-factor', accountId }) : undefined
}

async function consumeFactor(
  tx: StoreSet,
  passkeys: Passkeys,
  body: SecondFactorBody,
  passkey: CheckedPasskey | undefined,
  accountId: number,
  now: Date,
): Promise<'totp' | 'recovery' | 'passkey' | undefined> {
  if ('code' in body) return consumeCode(tx, accountId, body.code, now)
  return passkey && (await passkeys.consume(tx, passkey, now)) ? 'passkey' : undefined
}

/** Audited: an unexpected use of a recovery code means that the account may be compromised. */
function auditRecovery(tx: StoreSet, { id, email }: AccountWithHash, ip: string, at: Date): Promise<void> {
  const entry = { accountId: id, actor: email, subject: accountSubject(id), ip, at }
  return tx.audit.insert({ ...entry, action: 'account.use_recovery_code' })
}
