import { uuidv7 } from 'uuidv7'
import { z } from 'zod'
import type { ImportLine } from '../../../shared/contract/imports.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import { type Caller, proofOf } from '../../http/auth/authenticate.ts'
import { type Actor, audit, ofApplication } from '../../http/dashboard.ts'
import { createPace } from '../../lib/pace.ts'
import { leaseExpiry } from '../../operations/operation-lease.ts'
import { partBytes } from '../../store/undo/import-files.ts'
import { newListId } from '../../store/undo/operation-list.ts'
import { countRows } from './import-rows.ts'
import { type ImportDeps, type ImportQuery, importQuery, type OpenedImport } from './open-import.ts'
import { type HeldImport, runImport } from './run-import.ts'

interface Start {
  readonly actor: Actor & { readonly caller: Caller }
  readonly applicationId: number
  readonly query: ImportQuery
  readonly file: Buffer
  readonly now: Date
}

/**
 * Stores the file and what was asked for; iterating the returned lines imports it. From then on the import goes on after
 * a restart.
 */
export async function startImport<Item>(
  deps: ImportDeps,
  opened: OpenedImport<Item>,
  start: Start,
): Promise<AsyncIterable<ImportLine>> {
  const total = await countRows(opened, deps.stopping)
  const fileId = newListId(start.now)
  const last = await saveAllButLast(deps, fileId, start.file)
  return runImport(deps, opened, await begin(deps, opened, start, { fileId, last, total }))
}

interface Saved {
  readonly fileId: string
  /** The part that is stored together with the operation. */
  readonly last: number
  readonly total: number
}

function begin<Item>(
  { stores, clock }: ImportDeps,
  { importer: { entity } }: OpenedImport<Item>,
  { actor, applicationId, query, file, now: startedAt }: Start,
  { fileId, last, total }: Saved,
): Promise<HeldImport> {
  const [id, proof] = [uuidv7(), proofOf(actor.caller)]
  return stores.transaction(async (tx) => {
    await findApplication(tx, actor.caller, applicationId, 'manage')
    const leasedUntil = leaseExpiry(clock.now())
    await tx.operations.begin(applicationId, {
      ...{ id, entity, action: 'import', canUndo: false, startedAt, total, actor: actor.caller.email },
      busyUntil: leasedUntil,
      resumption: { asked: JSON.stringify(z.encode(importQuery, query)), askedBy: JSON.stringify(proof), fileId },
    })
    await tx.importFiles.save(fileId, last, file.subarray(last * partBytes))
    const subject = ofApplication(applicationId, `, ${total} rows, operation ${id}`)
    await audit(tx, actor, `${entity}.import`, subject, startedAt)
    return { id, applicationId, proof, leasedUntil, total, done: 0 }
  })
}

/** Stores the file but for its last part, whose number it returns. */
async function saveAllButLast({ stores, stopping }: ImportDeps, fileId: string, file: Buffer): Promise<number> {
  const last = Math.max(Math.ceil(file.length / partBytes) - 1, 0)
  // encrypting the parts is this thread's work, whatever the database
  const pace = createPace({ fewest: 5, ...stores.slices, doneBy: 'loop', signal: stopping })
  let number = 0
  while (number < last) {
    await pace.slice(async (parts) => {
      const end = Math.min(number + parts, last)
      const bytes = file.subarray(number * partBytes, end * partBytes)
      await stores.transaction((tx) => tx.importFiles.save(fileId, number, bytes))
      number = end
    })
  }
  return last
}
