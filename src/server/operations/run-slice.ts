import type { Right } from '../../shared/rights.ts'
import { Unavailable } from '../db/open.ts'
import { findApplication } from '../http/auth/application-access.ts'
import { type CallerProof, callerOfProof } from '../http/auth/authenticate.ts'
import type { Dashboard } from '../http/dashboard.ts'
import { Problem } from '../http/problem.ts'
import type { StoreSet } from '../store/index.ts'
import { isHalfOver, renewLease } from './operation-lease.ts'

/** An operation that this server holds the lease of. */
export interface HeldLease {
  readonly id: string
  readonly applicationId: number
  /** Who asked for it, and must still be allowed to. */
  readonly proof: CallerProof
  /** Without it, `manage`. */
  readonly right?: Right
  readonly leasedUntil: Date
}

/**
 * One slice of an operation, in a transaction that also renews the lease: nothing is changed once the lease is lost, or
 * the right of the one who asked.
 */
export function runSlice<T>(
  { stores, clock }: Pick<Dashboard, 'stores' | 'clock'>,
  { id, applicationId, proof, right = 'manage', leasedUntil }: HeldLease,
  work: (tx: StoreSet, now: Date) => Promise<T>,
): Promise<{ readonly leasedUntil: Date; readonly result: T }> {
  return stores.transaction(async (tx) => {
    await findApplication(tx, await callerOfProof(tx, clock, proof), applicationId, right)
    const now = clock.now()
    const until = await renewLease(tx, id, leasedUntil, now)
    return { leasedUntil: until, result: await work(tx, now) }
  })
}

/** Renews a lease that is half over: what a slice needs before its transaction may take long. */
export async function keepLease(
  { stores, clock }: Pick<Dashboard, 'stores' | 'clock'>,
  { id, leasedUntil }: Pick<HeldLease, 'id' | 'leasedUntil'>,
): Promise<Date> {
  const now = clock.now()
  if (!isHalfOver(leasedUntil, now)) return leasedUntil
  return stores.transaction((tx) => renewLease(tx, id, leasedUntil, now))
}

/** Ends an operation and lets go of it: a complete one is finished, any other stopped for good. */
export async function endOperation(
  { stores, clock }: Pick<Dashboard, 'stores' | 'clock'>,
  { id, leasedUntil }: Pick<HeldLease, 'id' | 'leasedUntil'>,
  isComplete: boolean,
): Promise<void> {
  await stores.transaction(async (tx) => {
    if (isComplete) await tx.operations.finish(id, clock.now())
    else await tx.operations.giveUp(id, leasedUntil, clock.now())
    await tx.operations.releaseLease(id, leasedUntil)
  })
}

/** This server stops: the next one goes on at once, without waiting for the lease to expire. */
export async function leaveToNext(
  { stores }: Pick<Dashboard, 'stores'>,
  { id, leasedUntil }: Pick<HeldLease, 'id' | 'leasedUntil'>,
): Promise<never> {
  await stores.transaction((tx) => tx.operations.releaseLease(id, leasedUntil))
  throw new Unavailable('The server is stopping.')
}

/**
 * What ended a slice: its text, for the one who asked. Throws where the operation is another server's now, which is the
 * one to tell what comes of it.
 */
export function failureText(error: unknown, otherwise: string): string {
  if (!(error instanceof Problem)) return otherwise
  if (error.code === 'operation_undone') throw new Unavailable('This server lost the lease of the change.')
  return error.message
}
