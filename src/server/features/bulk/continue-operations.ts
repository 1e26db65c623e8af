import { z } from 'zod'
import { LicenseSelection, StoredLicenseAction, UserAction, UserSelection } from '../../../shared/contract/bulk.ts'
import type { CallerProof } from '../../http/auth/authenticate.ts'
import { leaseExpiry } from '../../operations/operation-lease.ts'
import type { UnfinishedOperation } from '../../store/undo/unfinished-operations.ts'
import { licenseTarget } from './license-target.ts'
import { runOperation } from './run-operation.ts'
import type { BulkDeps, Target } from './target.ts'
import { runUndo } from './undo-operation.ts'
import { userTarget } from './user-target.ts'

/**
 * Goes on with changes and undos that a server left unfinished, one after another, until none is free. Those who asked
 * for them must still be allowed to.
 */
export async function continueOperations(deps: BulkDeps): Promise<void> {
  const { stores, clock, log, stopping } = deps
  while (!stopping.aborted) {
    const now = clock.now()
    const leasedUntil = leaseExpiry(now)
    const { undo, change } = await stores.transaction(async ({ operations }) => {
      const undo = await operations.claimUnfinished('undo', now, leasedUntil)
      return { undo, change: undo ? undefined : await operations.claimUnfinished('change', now, leasedUntil) }
    })
    const operation = undo ?? change
    if (!operation) return
    const { id, done, total } = operation
    log.info(undo ? 'undo continued' : 'bulk change continued', { operation: id, done, total })
    await (undo ? continueUndo : continueChange)(deps, operation, leasedUntil)
  }
}

async function continueChange(deps: BulkDeps, operation: UnfinishedOperation, leasedUntil: Date): Promise<void> {
  const { id, applicationId, askedBy, listId, total, done, begunId } = operation
  const target = await readTarget(deps, operation).catch(async (error: unknown) => {
    deps.log.error('bulk change cannot be continued', { operation: id, error: String(error) })
    await deps.stores.transaction((tx) => tx.operations.giveUp(id, leasedUntil, deps.clock.now()))
    return undefined
  })
  if (!target || listId === null) return
  const proof = JSON.parse(askedBy) as CallerProof
  const held = { id, applicationId, target, proof, listId, total, done, begunId, leasedUntil }
  for await (const line of runOperation(deps, held)) {
    if (line.type === 'end') deps.log.info('bulk change ended', { operation: id, changed: line.changed })
  }
}

async function continueUndo(deps: BulkDeps, operation: UnfinishedOperation, leasedUntil: Date): Promise<void> {
  const { id, applicationId, askedBy } = operation
  const stored = await deps.stores.operations.find(applicationId, id)
  if (!stored) return
  const proof = JSON.parse(askedBy) as CallerProof
  await runUndo(deps, { applicationId, operation: stored, proof, leasedUntil }).catch((error: unknown) =>
    deps.log.error('undo stopped', { operation: id, error: String(error) }),
  )
}

/** Rejects what this release can't read. */
async function readTarget(deps: BulkDeps, { asked, applicationId, startedAt }: UnfinishedOperation): Promise<Target> {
  const [entity, selection, action] = Asked.parse(JSON.parse(asked ?? ''))
  if (entity === 'user') return userTarget(deps.recorder, applicationId, { selection, action }, startedAt)
  return licenseTarget(deps.recorder, applicationId, { selection, action }, startedAt)
}

/** As written by `Target.asked`. */
const Asked = z.union([
  z.tuple([z.literal('user'), UserSelection, UserAction]),
  z.tuple([z.literal('license'), LicenseSelection, StoredLicenseAction]),
])
