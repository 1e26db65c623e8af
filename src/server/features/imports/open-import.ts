import { setTimeout } from 'node:timers/promises'
import type { z } from 'zod'
import type { importRoutes } from '../../../shared/contract/imports.ts'
import type { Recorder } from '../../events/recorder.ts'
import type { Dashboard } from '../../http/dashboard.ts'
import { fieldError } from '../../http/field-error.ts'
import type { Log } from '../../lib/log.ts'
import { Busy, type HashQueueKey, type Passwords } from '../../lib/passwords/passwords.ts'
import { readColumnMapping } from './column-mapping.ts'
import { csvRows } from './csv-rows.ts'
import type { FileColumns, FileRow } from './import-file.ts'
import type { HashPassword, Importer } from './importer.ts'
import { keyAuthRows } from './keyauth-rows.ts'
import { keygenRows } from './keygen-rows.ts'
import { licenseImporter } from './license-importer.ts'
import { listRows } from './list-rows.ts'
import { userImporter } from './user-importer.ts'

export interface ImportDeps extends Pick<Dashboard, 'stores' | 'clock'> {
  readonly passwords: Passwords
  readonly recorder: Recorder
  readonly log: Log
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal
}

export type ImportQuery = z.output<(typeof importRoutes)['POST /api/applications/:id/imports']['query']>

interface ImportSource {
  readonly applicationId: number
  readonly ownerId: number
  /** Email of who imports. */
  readonly account: string
  readonly query: ImportQuery
  readonly file: Buffer
  /** What the file's relative times count from. */
  readonly now: Date
}

/** How the records of a file are imported, and its rows, which may be read several times. */
export interface OpenedImport<Item> {
  readonly importer: Importer<Item>
  readonly rows: () => AsyncIterable<FileColumns | FileRow>
}

/** Opens a file, and hands it to `use` with the importer of its kind. */
export function openImport<Result>(
  deps: ImportDeps,
  { applicationId, ownerId, account, query, file, now }: ImportSource,
  use: <Item>(opened: OpenedImport<Item>) => Result,
): Result {
  const { kind, format, existing = 'skip', hwids = 'unbind', keys = 'active' } = query
  if (kind === 'users' && (format === 'keygen' || format === 'list'))
    throw fieldError('format', 'This format contains license keys only.')
  const mapping = readColumnMapping(query)
  const rowsOf = {
    csv: (columns: readonly string[]) => csvRows(file, columns, mapping),
    keyauth: () => keyAuthRows(file, kind, { hwids, keys, now }),
    keygen: () => keygenRows(file),
    list: () => listRows(file),
  }
  const opened = <Item>(importer: Importer<Item>) => ({
    importer,
    rows: () => rowsOf[format](importer.columns),
  })
  if (kind === 'licenses') return use(opened(licenseImporter({ applicationId, existing, clock: deps.clock })))
  const line = { tenant: ownerId, application: applicationId, address: 'import', account }
  const hash = hashWithRetry(deps.passwords, line)
  return use(opened(userImporter({ applicationId, existing, recorder: deps.recorder, hash })))
}

const hashMaxAttempts = 300
const hashRetryDelayMs = 200

/** Retries while the hash queue is full: logins go first. */
function hashWithRetry(passwords: Passwords, line: HashQueueKey): HashPassword {
  return async (password, whileWaiting) => {
    for (let attempt = 1; ; attempt += 1) {
      await whileWaiting()
      try {
        return await passwords.hash(password, { line })
      } catch (error) {
        if (!(error instanceof Busy) || attempt === hashMaxAttempts) throw error
        await setTimeout(hashRetryDelayMs)
      }
    }
  }
}
