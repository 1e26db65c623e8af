import type { ownAccountRoutes } from '../../../shared/contract/own-account.ts'
import { createFirstRecoveryCodes, removeOrphanedRecoveryCodes } from '../../accounts/recovery-codes.ts'
import { requireReauthentication } from '../../http/auth/require-reauthentication.ts'
import { audit } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { type OwnAccountContext, subjectOf } from './own-account-context.ts'

type Routes = Handlers<typeof ownAccountRoutes>

const maxPasskeys = 20

export function newPasskeyOptions(context: OwnAccountContext): Routes['POST /api/account/passkeys/options'] {
  const { stores, passkeys } = context
  return async ({ caller }) => {
    await requireReauthentication(context, caller)
    const account = await stores.accounts.find(caller.accountId)
    if (!account) throw new Problem('not_signed_in')
    return { ...(await passkeys.registrationOptions(account)) }
  }
}

export function addPasskey(context: OwnAccountContext): Routes['POST /api/account/passkeys'] {
  const { stores, clock, passkeys } = context
  return async ({ caller, request, body }) => {
    await requireReauthentication(context, caller)
    const { passkey, challenge } = await passkeys.checkRegistration(caller.accountId, body.name, body.response)
    const now = clock.now()
    return stores.transaction(async (tx) => {
      if (!(await tx.passkeys.consumeChallenge(challenge.hash, challenge.expiresAt, now))) {
        throw new Problem('passkey_invalid')
      }
      if ((await tx.passkeys.list(caller.accountId)).length >= maxPasskeys) throw new Problem('limit_reached')
      const added = await tx.passkeys.insert(passkey)
      if (!added) throw new Problem('passkey_exists')
      await audit(tx, { caller, request }, 'account.add_passkey', `${subjectOf(caller)}, passkey ${added.id}`, now)
      return { passkey: added, recoveryCodes: await createFirstRecoveryCodes(tx, caller.accountId) }
    })
  }
}

export function renamePasskey({ stores, clock }: OwnAccountContext): Routes['PATCH /api/account/passkeys/:id'] {
  return ({ caller, request, params, body }) =>
    stores.transaction(async (tx) => {
      const passkey = await tx.passkeys.rename(caller.accountId, params.id, body.name)
      if (!passkey) throw new Problem('passkey_not_found')
      const subject = `${subjectOf(caller)}, passkey ${params.id}`
      await audit(tx, { caller, request }, 'account.rename_passkey', subject, clock.now())
      return passkey
    })
}

export function removePasskey(context: OwnAccountContext): Routes['DELETE /api/account/passkeys/:id'] {
  const { stores, clock } = context
  return async ({ caller, request, params }) => {
    await requireReauthentication(context, caller)
    await stores.transaction(async (tx) => {
      if (!(await tx.passkeys.remove(caller.accountId, params.id))) throw new Problem('passkey_not_found')
      await removeOrphanedRecoveryCodes(tx, caller.accountId)
      const subject = `${subjectOf(caller)}, passkey ${params.id}`
      await audit(tx, { caller, request }, 'account.remove_passkey', subject, clock.now())
    })
    return { message: 'Passkey removed' }
  }
}
