import { Problem } from '../../http/problem.ts'
import type { StoreSet } from '../../store/index.ts'

/**
 * A batch takes milliseconds: who has written none for this long has died, or is held up so long that it must find out
 * that another one goes on in its place.
 */
const leaseTtlMs = 30_000

/** Until when an operation belongs to who is at work on it now. */
export const leaseExpiry = (now: Date) => new Date(now.getTime() + leaseTtlMs)

/** In the transaction of each batch: goes on only while nobody else has taken the operation. */
export async function renewLease(tx: StoreSet, operationId: string, mine: Date, now: Date): Promise<Date> {
  const until = leaseExpiry(now)
  if (!(await tx.operations.renewLease(operationId, mine, until))) throw new Problem('operation_undone')
  return until
}
