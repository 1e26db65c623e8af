import { newRecoveryCode } from '../lib/tokens.ts'
import type { StoreSet } from '../store/index.ts'

const codeCount = 10

/** Makes new recovery codes, which void the former ones; told this once. */
export async function renewRecoveryCodes(tx: StoreSet, accountId: number): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newRecoveryCode)
  await tx.secondFactors.replaceRecoveryCodes(accountId, codes)
  return codes
}

/** Recovery codes for who has just set up the first factor; nothing for who has some already. */
export async function createFirstRecoveryCodes(tx: StoreSet, accountId: number): Promise<string[]> {
  const { recoveryCodesLeft } = await tx.secondFactors.summary(accountId)
  return recoveryCodesLeft > 0 ? [] : renewRecoveryCodes(tx, accountId)
}

/** Without a factor there is nothing to recover from. */
export async function removeOrphanedRecoveryCodes(tx: StoreSet, accountId: number): Promise<void> {
  const { hasTotp, passkeyCount } = await tx.secondFactors.summary(accountId)
  if (!hasTotp && passkeyCount === 0) await tx.secondFactors.replaceRecoveryCodes(accountId, [])
}
