import type { StoreSet } from './store/index.ts'

/**
 * Ends everything that an account's password opened, in the transaction that changes it: sessions, remembered passwords,
 * sign-ins under way and links for a new password. Returns how many sessions ended. Management tokens go on: they are
 * credentials of their own, and revoked one by one.
 */
export async function signOutEverywhere(tx: StoreSet, accountId: number): Promise<number> {
  await tx.remember.removeByAccount(accountId)
  await tx.signInTickets.removeByAccount(accountId)
  await tx.passwordResets.removeByAccount(accountId)
  return tx.sessions.removeByAccount(accountId)
}
