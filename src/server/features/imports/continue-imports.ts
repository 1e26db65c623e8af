import type { CallerProof } from '../../http/auth/authenticate.ts'
import { leaseExpiry } from '../../operations/operation-lease.ts'
import type { UnfinishedOperation } from '../../store/undo/unfinished-operations.ts'
import { type ImportDeps, importQuery, openImport, presetOf } from './open-import.ts'
import { type HeldImport, runImport } from './run-import.ts'

/**
 * Goes on with imports that a server left unfinished, one after another, until none is free. Those who asked for them
 * must still be allowed to.
 */
export async function continueImports(deps: ImportDeps): Promise<void> {
  const { stores, clock, log, stopping } = deps
  while (!stopping.aborted) {
    const now = clock.now()
    const leasedUntil = leaseExpiry(now)
    const operation = await stores.transaction((tx) => tx.operations.claimUnfinished('import', now, leasedUntil))
    if (!operation) return
    const { id, done, total } = operation
    log.info('import continued', { operation: id, done, total })
    await continueImport(deps, operation, leasedUntil).catch(async (error: unknown) => {
      if (stopping.aborted) return
      log.error('import cannot be continued', { operation: id, error: String(error) })
      await stores.transaction((tx) => tx.operations.giveUp(id, leasedUntil, clock.now()))
    })
  }
}

async function continueImport(deps: ImportDeps, operation: UnfinishedOperation, leasedUntil: Date): Promise<void> {
  const { stores, log } = deps
  const { id, applicationId, actor, asked, askedBy, fileId, total, done, startedAt: now } = operation
  const query = importQuery.parse(JSON.parse(asked ?? ''))
  const application = await stores.applications.find(applicationId)
  if (!application) throw new Error('The application was deleted.')
  const file = await stores.importFiles.read(fileId ?? '')
  const held: HeldImport = { id, applicationId, proof: JSON.parse(askedBy) as CallerProof, leasedUntil, total, done }
  const preset = await presetOf(stores, applicationId, query)
  const source = { applicationId, ownerId: application.ownerId, account: actor, query, preset, file, now }
  for await (const line of openImport(deps, source, (opened) => runImport(deps, opened, held))) {
    if (line.type === 'end') log.info('import ended', { operation: id, new: line.new, changed: line.changed })
  }
}
