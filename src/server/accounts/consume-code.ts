import type { StoreSet } from '../store/index.ts'
import { totpStep } from './totp.ts'

/** Which kind of code was correct. */
export type ConsumedCode = 'totp' | 'recovery'

/**
 * Consumes a code of the authenticator app or a recovery code, in its own transaction; undefined if it is wrong or was
 * used before. Grouping, spaces and case do not matter.
 */
export async function consumeCode(
  tx: StoreSet,
  accountId: number,
  typed: string,
  now: Date,
): Promise<ConsumedCode | undefined> {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  if (/^\d{6}$/.test(code)) return (await consumeTotp(tx, accountId, code, now)) ? 'totp' : undefined
  return (await tx.secondFactors.consumeRecoveryCode(accountId, normalizeRecoveryCode(code))) ? 'recovery' : undefined
}

async function consumeTotp(tx: StoreSet, accountId: number, code: string, now: Date): Promise<boolean> {
  const totp = await tx.secondFactors.findTotp(accountId)
  if (!totp?.confirmedAt) return false
  const step = totpStep(totp.secret, code, now.getTime())
  return step !== undefined && tx.secondFactors.consumeTotpStep(accountId, step)
}

/** Maps look-alike letters (O, I, L) to the digits that recovery codes use. */
function normalizeRecoveryCode(code: string): string {
  const letters = code.replaceAll('O', '0').replace(/[IL]/g, '1')
  return `${letters.slice(0, 5)}-${letters.slice(5)}`
}
