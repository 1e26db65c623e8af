import { newRecoveryCode } from '../lib/tokens.ts'
import type { StoreSet } from '../store/index.ts'

const codeCount = 10

/** Replaces all recovery codes. The plain codes are returned only here. */
export async function renewRecoveryCodes(tx: StoreSet, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newRecoveryCode)
  await tx.secondFactors.replaceRecoveryCodes(accountId, codes)
  return codes
}

/** Creates recovery codes with the first factor; none if the account has some already. */
export async function createFirstRecoveryCodes(tx: StoreSet, accountId: number): Promise<string[]> {
  const { recoveryCodesLeft } = await tx.secondFactors.summary(accountId)
  return recoveryCodesLeft > 0 ? [] : renewRecoveryCodes(tx, accountId)
}

/** Without a second factor there is nothing to recover. */
export async function removeOrphanedRecoveryCodes(tx: StoreSet, accountId: number): Promise<void> {
  const { hasTotp, passkeyCount } = await tx.secondFactors.summary(accountId)
  if (!hasTotp && passkeyCount === 0) await tx.secondFactors.replaceRecoveryCodes(accountId, [])
}
