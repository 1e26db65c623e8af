import { isDemotion } from '../../shared/administration.ts'
import { type Role, rolePresets } from '../../shared/permissions.ts'
import { accountSubject } from '../accounts/account.ts'
import { revokePendingLinks } from '../accounts/revoke-pending-links.ts'
import type { Clock } from '../lib/clock.ts'
import type { Account } from '../store/accounts/accounts.ts'
import type { Stores } from '../store/index.ts'
import type { CommandOutput } from './command-output.ts'

/** The actor that the audit log names. */
export const commandLine = 'command line'

/** An entry of the audit log about an account that the operator changes. */
export function auditOf({ id }: Account, action: string, clock: Clock) {
  return { accountId: id, actor: commandLine, action, subject: accountSubject(id), ip: '', at: clock.now() }
}

type Change = { readonly role: Role } | { readonly isActive: boolean }

/**
 * Gives the account a role, with the permissions of that role, or disables or enables it. Whoever is disabled or demoted
 * is signed out in the same transaction, as in the dashboard; the last owner stays one.
 */
export async function changeAccount(
  { stores, clock }: { readonly stores: Stores; readonly clock: Clock },
  seen: Account,
  change: Change,
): Promise<CommandOutput> {
  const { email, role, isActive } = seen
  const isSame = 'role' in change ? change.role === role : change.isActive === isActive
  const sessionsEnded = isSame
    ? 0
    : await stores.transaction(async (tx) => {
        const at = clock.now()
        const stored = 'role' in change ? { ...change, permissions: rolePresets[change.role] } : change
        const result = await tx.administration.update(seen, stored)
        if (result === 'last_owner') throw new Error(`${email} is the last active owner. Make another one first.`)
        if (result === 'stale') throw new Error(`${email} has just been changed. Run the command again.`)
        await revokePendingLinks(tx, seen.id, at)
        await tx.audit.insert({ ...auditOf(seen, 'account.update', clock), details: describe(seen, change) })
        if ('isActive' in change && !change.isActive) await tx.remember.removeByAccount(seen.id)
        const isSignedOut = 'role' in change ? isDemotion(role, change.role) : !change.isActive
        return isSignedOut ? tx.sessions.removeByAccount(seen.id) : 0
      })
  const state = 'role' in change ? `has the role ${change.role}` : `is ${change.isActive ? 'enabled' : 'disabled'}`
  return { text: `${email} ${state}; sessions ended: ${sessionsEnded}.`, facts: { email, ...change, sessionsEnded } }
}

const describe = (seen: Account, change: Change) =>
  'role' in change ? `role ${seen.role} to ${change.role}` : change.isActive ? 'switched on' : 'switched off'
