import type { StoreSet } from '../store/index.ts'

/**
 * Revokes all pending links and unfinished sign-ins of an account, in the transaction that changes its role,
 * permissions or state: they were issued for the previous ones. Runs after the change itself, so that a link created
 * at the same moment is either revoked too or not created.
 */
export async function revokePendingLinks(tx: StoreSet, accountId: number, at: Date): Promise<void> {
  await tx.invites.void(accountId, at)
  await tx.passwordResets.removeByAccount(accountId)
  await tx.signInTickets.removeByAccount(accountId)
}
