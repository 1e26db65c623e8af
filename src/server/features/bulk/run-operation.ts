import { setImmediate } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import type { BulkLine } from '../../../shared/contract/bulk.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import { type Caller, refreshCaller } from '../../http/auth/authenticate.ts'
import { type Actor, audit } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import { equalsConstantTime } from '../../lib/tokens.ts'
import { leaseExpiry, renewLease } from './operation-lease.ts'
import type { Batch, BulkDeps, Target } from './target.ts'

const sampleSize = 5
const collectBatchSize = 1000

type RunActor = Actor & { readonly caller: Caller }

/** Previews a change. The token is valid for this caller, these rows and this action. */
export async function previewOperation(
  { stores, clock, sign }: BulkDeps,
  caller: Caller,
  applicationId: number,
  target: Target,
) {
  const { total, changing, sample } = await target.preview(stores, sampleSize)
  const operationId = uuidv7()
  return {
    total,
    changing,
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
 */
export async function startOperation(
  deps: BulkDeps,
  actor: RunActor,
  applicationId: number,
  target: Target,
  token: string,
): Promise<AsyncIterable<BulkLine>> {
  const { stores, clock, sign } = deps
  await findApplication(stores, actor.caller, applicationId, 'change')
  const promised = readPreviewToken(sign, tokenSubject(actor.caller, applicationId, target), token, clock.nowMs())
  if (!promised) throw new Problem('preview_expired')
  const ids = await collectIds(deps, target)
  assertUnchanged(promised.total, ids.length, target)
  const busyUntil = await stores.transaction(async (tx) => {
    await findApplication(tx, actor.caller, applicationId, 'change')
    const { entity, action, canUndo } = target
    const startedAt = clock.now()
    const busyUntil = leaseExpiry(startedAt)
    const operation = { id: promised.id, entity, action, canUndo, total: ids.length, startedAt, busyUntil }
    const isNew = await tx.operations.begin(applicationId, { ...operation, actor: actor.caller.email })
    if (!isNew) throw new Problem('preview_expired')
    const subject = `application ${applicationId}, ${ids.length} ${entity}s, operation ${promised.id}`
    await audit(tx, actor, `${entity}.bulk_${action}`, subject, startedAt)
    return busyUntil
  })
  return runBatches(deps, actor, applicationId, target, { operationId: promised.id, ids, busyUntil })
}

/** All ids of the selection, read in batches that yield to other work. */
async function collectIds({ stores }: BulkDeps, target: Target): Promise<number[]> {
  const ids: number[] = []
  for (;;) {
    const slice = await target.idsAfter(stores, ids.at(-1) ?? 0, collectBatchSize)
    for (const id of slice) ids.push(id)
    if (slice.length < collectBatchSize) return ids
    await setImmediate()
  }
}

/** A few rows more or less (1 %) are normal; a deletion tolerates none. */
function assertUnchanged(previewed: number, found: number, { action, entity }: Target): void {
  const tolerated = action === 'delete' ? 0 : Math.floor(previewed / 100)
  if (Math.abs(previewed - found) <= tolerated) return
  throw new Problem('selection_changed', {
    message: `The preview had ${previewed} ${entity}s, now there are ${found}. Look at the preview again.`,
    fields: { previewed: String(previewed), found: String(found) },
  })
}

interface StartedOperation {
  readonly operationId: string
  readonly ids: readonly number[]
  readonly busyUntil: Date
}

async function* runBatches(
  deps: BulkDeps,
  actor: RunActor,
  applicationId: number,
  target: Target,
  { operationId, ids, busyUntil }: StartedOperation,
): AsyncGenerator<BulkLine> {
  const { stores, clock, log } = deps
  const total = ids.length
  const counts = { changed: 0, unchanged: 0, skipped: 0, failed: 0 }
  let leasedUntil = busyUntil
  let done = 0
  let message: string | undefined
  while (done < total && message === undefined) {
    const slice = ids.slice(done, done + target.batchSize)
    const rows = await stores
      .transaction(async (tx) => {
        await findApplication(tx, await refreshCaller(tx, clock, actor.caller), applicationId, 'change')
        const next = await renewLease(tx, operationId, leasedUntil, clock.now())
        const batch = await target.change(tx, slice, clock.now())
        if (target.canUndo) await tx.operations.saveUndoRows(operationId, batch.kept)
        await tx.operations.progress(operationId, slice.length, batch.changedIds.size)
        return { next, results: resultsOf(slice, batch) }
      })
      .then(({ next, results }) => {
        leasedUntil = next
        return results
      })
      .catch((error: unknown) => {
        message =
          error instanceof Problem ? error.message : 'The server could not go on. Nothing of this batch was changed.'
        log.error('bulk change stopped', { operation: operationId, error: String(error) })
        return slice.map((id) => ({ id, name: String(id), result: 'failed' as const }))
      })
    for (const { result } of rows) counts[result] += 1
    done += slice.length
    yield { type: 'progress', done, total, rows }
    await setImmediate()
  }
  await stores.transaction(async (tx) => {
    if (message === undefined) await tx.operations.finish(operationId, clock.now())
    await tx.operations.releaseLease(operationId, leasedUntil)
  })
  const canUndo = target.canUndo && counts.changed > 0
  yield { type: 'end', operationId, total, ...counts, canUndo, ...(message !== undefined && { message }) }
}

function resultsOf(ids: readonly number[], { found, changedIds }: Batch) {
  const names = new Map(found.map(({ id, name }) => [id, name]))
  return ids.map((id) => {
    const name = names.get(id)
    if (name === undefined) {
      return { id, name: String(id), result: 'skipped' as const, message: 'No longer there, or no longer matches' }
    }
    return { id, name, result: changedIds.has(id) ? ('changed' as const) : ('unchanged' as const) }
  })
}

/** The claims of a preview token. */
interface PreviewClaims {
  /** Becomes the operation's id, which makes the preview single-use. */
  readonly id: string
  readonly total: number
}

const previewTokenTtlMs = 10 * 60_000

type Sign = (text: string) => string

/** A signed token for one caller, one selection and action, and ten minutes. */
function makePreviewToken(sign: Sign, about: string, { id, total }: PreviewClaims, nowMs: number): string {
  const payload = `${id}.${nowMs}.${total}`
  return `${payload}.${sign(`${about} ${payload}`)}`
}

/** Undefined for a token of another request, an altered one and an expired one. */
function readPreviewToken(sign: Sign, about: string, token: string, nowMs: number): PreviewClaims | undefined {
  const [id = '', at = '', total = '', signature = ''] = token.split('.')
  if (!equalsConstantTime(signature, sign(`${about} ${id}.${at}.${total}`))) return undefined
  const ageMs = nowMs - Number(at)
  return ageMs >= -previewTokenTtlMs && ageMs <= previewTokenTtlMs ? { id, total: Number(total) } : undefined
}
