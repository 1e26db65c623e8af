import { Problem } from '../http/problem.ts'
import type { StoreSet } from '../store/index.ts'

/**
 * A batch takes milliseconds: a holder that renews nothing for this long has died, or hangs and must notice that
 * another one continues.
 */
const leaseTtlMs = 30_000

/** Expiry of a lease that is acquired or renewed now. */
export const leaseExpiry = (now: Date) => new Date(now.getTime() + leaseTtlMs)

export const isHalfOver = (leasedUntil: Date, now: Date) => leasedUntil.getTime() - now.getTime() < leaseTtlMs / 2

/** Call it in the transaction of each batch: fails when the lease was lost. */
export async function renewLease(tx: StoreSet, operationId: string, mine: Date, now: Date): Promise<Date> {
  const until = leaseExpiry(now)
  if (!(await tx.operations.renewLease(operationId, mine, until))) throw new Problem('operation_undone')
  return until
}
