import { setImmediate } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import type { BulkLine } from '../../../shared/contract/bulk.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import { type Caller, proofOf } from '../../http/auth/authenticate.ts'
import { audit, ofApplication } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import { createPace } from '../../lib/pace.ts'
import { leaseExpiry } from '../../operations/operation-lease.ts'
import { idsPerPart, newListId } from '../../store/undo/operation-list.ts'
import { makePreviewToken, readPreviewToken } from './preview-token.ts'
import { type RunActor, runOperation } from './run-operation.ts'
import type { BulkDeps, Target } from './target.ts'

const sampleSize = 5

/** Previews a change. The token is valid for this caller, these rows and this action. */
export async function previewOperation(
  { stores, clock, sign }: BulkDeps,
  caller: Caller,
  applicationId: number,
  target: Target,
) {
  const { total, changing, reviving, sample } = await target.preview(stores, sampleSize)
  const operationId = uuidv7()
  return {
    total,
    changing,
    reviving,
    operationId,
    sample: sample.map((row) => ({ id: row.id, name: row.name, ...target.describe(row) })),
    token: makePreviewToken(
      sign,
      tokenSubject(caller, applicationId, target),
      { id: operationId, total },
      clock.nowMs(),
    ),
    canUndo: target.canUndo,
  }
}

const tokenSubject = (caller: Caller, applicationId: number, { asked }: Target) =>
  `${caller.accountId} ${applicationId} ${asked}`

/**
 * Checks that the selection is that of the preview and starts the operation; iterating the returned lines performs it.
 * From then on it is stored, and goes on after a restart.
 */
export async function startOperation(
  deps: BulkDeps,
  actor: RunActor,
  applicationId: number,
  target: Target,
  token: string,
): Promise<AsyncIterable<BulkLine>> {
  const { stores, clock, sign } = deps
  await findApplication(stores, actor.caller, applicationId, 'manage')
  const promised = readPreviewToken(sign, tokenSubject(actor.caller, applicationId, target), token, clock.nowMs())
  if (!promised) throw new Problem('preview_expired')
  const parts = await collectIds(deps, target)
  const fullParts = parts.slice(0, -1)
  const lastIds = parts.at(-1) ?? []
  const savedBefore = fullParts.length * idsPerPart
  const total = savedBefore + lastIds.length
  assertUnchanged(promised.total, total, target)
  const { entity, action, asked, canUndo, now: startedAt } = target
  const { id } = promised
  const listId = newListId(startedAt)
  await saveParts(deps, listId, fullParts)
  const leasedUntil = await stores.transaction(async (tx) => {
    await findApplication(tx, actor.caller, applicationId, 'manage')
    const busyUntil = leaseExpiry(clock.now())
    const resumption = { asked, askedBy: JSON.stringify(proofOf(actor.caller)), listId }
    const operation = { id, entity, action, canUndo, total, startedAt, busyUntil, resumption }
    const isNew = await tx.operations.begin(applicationId, { ...operation, actor: actor.caller.email })
    if (!isNew) throw new Problem('preview_expired')
    await tx.operations.saveIds(listId, savedBefore, lastIds)
    const subject = ofApplication(applicationId, `, ${total} ${entity}s, operation ${id}`)
    await audit(tx, actor, `${entity}.bulk_${action}`, subject, startedAt)
    return busyUntil
  })
  const proof = proofOf(actor.caller)
  return runOperation(deps, { id, applicationId, target, proof, listId, total, done: 0, begunId: null, leasedUntil })
}

/**
 * All ids of the selection, in the parts in which they are stored, read with other work in between. One array of ten
 * million ids would hold the event loop for 120 ms while it grows.
 */
async function collectIds({ stores }: BulkDeps, target: Target): Promise<(readonly number[])[]> {
  const parts: (readonly number[])[] = []
  for (;;) {
    const part = await target.idsAfter(stores, parts.at(-1)?.at(-1) ?? 0, idsPerPart)
    if (part.length > 0) parts.push(part)
    if (part.length < idsPerPart) return parts
    await setImmediate()
  }
}

/** Stores the parts of a long list before its operation, with which only the last one is stored. */
async function saveParts(
  { stores, stopping }: BulkDeps,
  listId: string,
  parts: readonly (readonly number[])[],
): Promise<void> {
  const pace = createPace({ fewest: 1, most: 50, ...stores.slices, signal: stopping })
  let saved = 0
  while (saved < parts.length) {
    await pace.slice(async (count) => {
      const some = parts.slice(saved, saved + count)
      await stores.transaction((tx) => tx.operations.saveIds(listId, saved * idsPerPart, some.flat()))
      saved += some.length
    })
  }
}

/** A few rows more or less (1 %) are normal; a deletion tolerates none. */
function assertUnchanged(previewed: number, found: number, { action, entity }: Target): void {
  const tolerated = action === 'delete' ? 0 : Math.floor(previewed / 100)
  if (Math.abs(previewed - found) <= tolerated) return
  throw new Problem('selection_changed', {
    message: `The preview had ${previewed} ${entity}s, now there are ${found}. Review the preview again.`,
    fields: { previewed: String(previewed), found: String(found) },
  })
}
