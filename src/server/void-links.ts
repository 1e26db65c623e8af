import type { StoreSet } from './store/index.ts'

/**
 * Voids every link and unfinished sign-in of an account, in the transaction that changes its role, permissions or state:
 * whoever holds one was given the account as it was. After the change itself, so that a link that is made at the same
 * moment is voided, too, or not made.
 */
export async function voidLinks(tx: StoreSet, accountId: number, at: Date): Promise<void> {
  await tx.invites.void(accountId, at)
  await tx.passwordResets.removeByAccount(accountId)
  await tx.signInTickets.removeByAccount(accountId)
}
