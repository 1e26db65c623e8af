import type { StoreSet } from '../store/index.ts'

/**
 * Ends everything that an account's password opened, in the transaction that changes it: sessions, remembered passwords,
 * sign-ins under way, links for a new password, and what its devices are known by. Returns how many sessions ended.
 * Management tokens go on: they are credentials of their own, and revoked one by one.
 */
export async function signOutEverywhere(tx: StoreSet, accountId: number): Promise<number> {
  await tx.remember.removeByAccount(accountId)
  await tx.signInTickets.removeByAccount(accountId)
  await tx.passwordResets.removeByAccount(accountId)
  await tx.accounts.forgetDevices(accountId)
  return tx.sessions.removeByAccount(accountId)
}
