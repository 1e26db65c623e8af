import type { ownAccountRoutes } from '../../../shared/contract/own-account.ts'
import { idleCutoff } from '../../accounts/account.ts'
import { signOutEverywhere } from '../../accounts/sign-out-everywhere.ts'
import { reauthenticatedForMs } from '../../http/auth/require-reauthentication.ts'
import { audit } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { beginTotp, confirmTotp, newRecoveryCodes, removeTotp } from './authenticator-app.ts'
import { changePassword } from './change-password.ts'
import { type OwnAccountContext, subjectOf } from './own-account-context.ts'
import { addPasskey, newPasskeyOptions, removePasskey, renamePasskey } from './own-passkeys.ts'
import { createToken, ownTokens, revokeToken } from './own-tokens.ts'
import { reauthenticate, reauthenticationOptions } from './reauthenticate.ts'

type Routes = Handlers<typeof ownAccountRoutes>

/** What dashboard users do with their own accounts. */
export function ownAccountHandlers(context: OwnAccountContext): Routes {
  return {
    'GET /api/account': profile(context),
    'PATCH /api/account': setTimeZone(context),
    'POST /api/account/prove': reauthenticate(context),
    'POST /api/account/prove/passkey': reauthenticationOptions(context),
    'POST /api/account/password': changePassword(context),
    'GET /api/account/sessions': ownSessions(context),
    'DELETE /api/account/sessions/:id': endOwnSession(context),
    'POST /api/account/sign-out-everywhere': endAllSessions(context),
    'POST /api/account/totp': beginTotp(context),
    'POST /api/account/totp/confirm': confirmTotp(context),
    'DELETE /api/account/totp': removeTotp(context),
    'POST /api/account/recovery-codes': newRecoveryCodes(context),
    'GET /api/account/passkeys': ({ caller }) => context.stores.passkeys.list(caller.accountId),
    'POST /api/account/passkeys/options': newPasskeyOptions(context),
    'POST /api/account/passkeys': addPasskey(context),
    'PATCH /api/account/passkeys/:id': renamePasskey(context),
    'DELETE /api/account/passkeys/:id': removePasskey(context),
    'GET /api/account/tokens': ownTokens(context),
    'POST /api/account/tokens': createToken(context),
    'DELETE /api/account/tokens/:id': revokeToken(context),
  }
}

function profile(context: OwnAccountContext): Routes['GET /api/account'] {
  const { stores, clock, passkeys } = context
  return async ({ caller }) => {
    const { accountId } = caller
    const [account, factors, sessions, tokens, provedMs] = await Promise.all([
      stores.accounts.find(accountId),
      stores.secondFactors.summary(accountId),
      stores.sessions.listByAccount(accountId, idleCutoff(clock)),
      stores.managementTokens.list(accountId),
      reauthenticatedForMs(context, caller),
    ])
    if (!account) throw new Problem('not_signed_in')
    return {
      ...account,
      ...factors,
      sessionCount: sessions.length,
      tokenCount: tokens.length,
      provedForMs: provedMs,
      passkeyHost: passkeys.host(),
    }
  }
}

function setTimeZone({ stores }: OwnAccountContext): Routes['PATCH /api/account'] {
  return async ({ caller, body: { timeZone } }) => {
    const isSet = await stores.transaction((tx) => tx.accounts.setTimeZone(caller.accountId, timeZone))
    if (!isSet) throw new Problem('not_signed_in')
    return { timeZone }
  }
}

function ownSessions({ stores, clock }: OwnAccountContext): Routes['GET /api/account/sessions'] {
  return async ({ caller }) => {
    const sessions = await stores.sessions.listByAccount(caller.accountId, idleCutoff(clock))
    return sessions.map(({ tokenHash, ...session }) => ({ ...session, isCurrent: tokenHash === caller.sessionHash }))
  }
}

function endOwnSession({ stores, clock }: OwnAccountContext): Routes['DELETE /api/account/sessions/:id'] {
  return async ({ caller, request, params }) => {
    await stores.transaction(async (tx) => {
      if (!(await tx.sessions.removeById(caller.accountId, params.id))) throw new Problem('session_not_found')
      await audit(tx, { caller, request }, 'account.end_session', subjectOf(caller), clock.now())
    })
    return { message: 'Session ended' }
  }
}

/** The current session ends too: the user may not know which session is the attacker's. */
function endAllSessions(context: OwnAccountContext): Routes['POST /api/account/sign-out-everywhere'] {
  const { stores, clock, signIn } = context
  return async ({ caller, request, reply }) => {
    await stores.transaction(async (tx) => {
      await signOutEverywhere(tx, caller.accountId)
      await audit(tx, { caller, request }, 'account.sign_out_everywhere', subjectOf(caller), clock.now())
    })
    signIn.clearCookies(reply)
    return { message: 'Signed out everywhere' }
  }
}
