import type { StoreSet } from '../store/index.ts'

/**
 * Ends everything that an account's password gave access to, in the transaction that changes it: sessions, remembered
 * passwords, unfinished sign-ins, reset links and device cookies. Returns how many sessions ended. Management tokens
 * are separate credentials and stay valid until they are revoked.
 */
export async function signOutEverywhere(tx: StoreSet, accountId: number): Promise<number> {
  await tx.remember.removeByAccount(accountId)
  await tx.signInTickets.removeByAccount(accountId)
  await tx.passwordResets.removeByAccount(accountId)
  await tx.accounts.forgetDevices(accountId)
  return tx.sessions.removeByAccount(accountId)
}
