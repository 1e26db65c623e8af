import { setImmediate } from 'node:timers/promises'
import { findApplication } from '../../http/application-access.ts'
import type { Caller } from '../../http/authenticate.ts'
import { callerNow } from '../../http/caller-now.ts'
import { type Actor, audit } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { ChangedRow } from '../../store/operations.ts'
import type { Bulk } from './bulk.ts'

const rowsPerBatch = 250

/** Gives the rows of an operation their old values back. Who was changed again since keeps what he has. */
export async function undo(
  { stores, clock }: Bulk,
  actor: Actor & { readonly caller: Caller },
  applicationId: number,
  operationId: string,
): Promise<{ restored: number; skipped: number }> {
  const operation = await stores.transaction(async (tx) => {
    await findApplication(tx, actor.caller, applicationId, 'change')
    const found = await tx.operations.find(applicationId, operationId)
    if (!found) throw new Problem('operation_not_found')
    if (!(await tx.operations.markUndone(applicationId, operationId, clock.now()))) {
      throw new Problem('operation_undone')
    }
    const subject = `application ${applicationId}, operation ${operationId}`
    await audit(tx, actor, `${found.entity}.undo_${found.action}`, subject, clock.now())
    return found
  })
  let restored = 0
  let skipped = 0
  let after = 0
  for (;;) {
    const rows = await stores.operations.rowsAfter(operationId, after, rowsPerBatch)
    const batch = await stores.transaction(async (tx) => {
      await findApplication(tx, await callerNow(tx, clock, actor.caller), applicationId, 'change')
      const store = operation.entity === 'user' ? tx.bulkUsers : tx.bulkLicenses
      let count = 0
      for (const row of rows) if (await store.restore(applicationId, row)) count += 1
      return count
    })
    restored += batch
    skipped += rows.length - batch
    after = lastOf(rows)?.rowId ?? after
    if (rows.length < rowsPerBatch) return { restored, skipped }
    await setImmediate()
  }
}

const lastOf = (rows: readonly ChangedRow[]) => rows.at(-1)
