import type { ownAccountRoutes } from '../../../shared/contract/own-account.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import { requireReauthentication } from '../../http/auth/require-reauthentication.ts'
import { audit } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { hashToken, newManagementToken } from '../../lib/tokens.ts'
import { type OwnAccountContext, subjectOf } from './own-account-context.ts'

type Routes = Handlers<typeof ownAccountRoutes>

const dayMs = 24 * 60 * 60 * 1000
const hintLength = 8
const maxTokens = 100

/** The token itself is only in this response; the database stores its hash. */
export function createToken(context: OwnAccountContext): Routes['POST /api/account/tokens'] {
  const { stores, clock } = context
  return async ({ caller, request, body }) => {
    await requireReauthentication(context, caller)
    const token = newManagementToken()
    const now = clock.now()
    const applicationIds = body.applicationIds ? [...new Set(body.applicationIds)] : null
    const made = await stores.transaction(async (tx) => {
      for (const id of applicationIds ?? []) await findApplication(tx, caller, id, 'look')
      if ((await tx.managementTokens.list(caller.accountId)).length >= maxTokens) throw new Problem('limit_reached')
      const inserted = await tx.managementTokens.insert({
        accountId: caller.accountId,
        name: body.name,
        tokenHash: hashToken(token),
        hint: token.slice(0, hintLength),
        applicationIds,
        actions: [...new Set(body.actions)],
        createdAt: now,
        expiresAt: new Date(now.getTime() + body.days * dayMs),
      })
      await audit(tx, { caller, request }, 'token.create', `${subjectOf(caller)}, token ${inserted.id}`, now)
      return inserted
    })
    return { ...tokenView(made), token }
  }
}

export function ownTokens({ stores }: OwnAccountContext): Routes['GET /api/account/tokens'] {
  return async ({ caller }) => (await stores.managementTokens.list(caller.accountId)).map(tokenView)
}

export function revokeToken({ stores, clock }: OwnAccountContext): Routes['DELETE /api/account/tokens/:id'] {
  return async ({ caller, request, params }) => {
    await stores.transaction(async (tx) => {
      if (!(await tx.managementTokens.remove(caller.accountId, params.id))) throw new Problem('token_not_found')
      await audit(tx, { caller, request }, 'token.revoke', `${subjectOf(caller)}, token ${params.id}`, clock.now())
    })
    return { message: 'Token revoked' }
  }
}

type TokenView = Awaited<ReturnType<Routes['GET /api/account/tokens']>>[number]
type Stored = Awaited<ReturnType<OwnAccountContext['stores']['managementTokens']['list']>>[number]

const tokenView = ({ applicationIds, actions, ...token }: Stored): TokenView => ({
  ...token,
  applicationIds: applicationIds && [...applicationIds],
  actions: [...actions],
})
