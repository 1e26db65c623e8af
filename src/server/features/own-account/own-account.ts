import { dashboardIdleMs } from '../../../shared/constants.ts'
import type { ownAccountRoutes } from '../../../shared/contract/own-account.ts'
import { Problem } from '../../http/problem.ts'
import { provedForMs } from '../../http/require-proof.ts'
import type { Handlers } from '../../http/routes.ts'
import { beginTotp, confirmTotp, newRecoveryCodes, removeTotp } from './authenticator-app.ts'
import { changePassword } from './change-password.ts'
import type { OwnAccountContext } from './own-account-context.ts'
import { addPasskey, newPasskeyOptions, removePasskey, renamePasskey } from './own-passkeys.ts'
import { endAllSessions, endOwnSession, ownSessions } from './own-sessions.ts'
import { createToken, ownTokens, revokeToken } from './own-tokens.ts'
import { prove, provePasskey } from './prove.ts'

type Routes = Handlers<typeof ownAccountRoutes>

/** What users do with their own accounts. */
export function ownAccountHandlers(context: OwnAccountContext): Routes {
  return {
    'GET /api/account': profile(context),
    'POST /api/account/prove': prove(context),
    'POST /api/account/prove/passkey': provePasskey(context),
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
      stores.sessions.listByAccount(accountId, new Date(clock.nowMs() - dashboardIdleMs)),
      stores.managementTokens.list(accountId),
      provedForMs(context, caller),
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
