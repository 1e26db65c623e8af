import { setTimeout } from 'node:timers/promises'
import type { z } from 'zod'
import { importRoutes } from '../../../shared/contract/imports.ts'
import type { Recorder } from '../../events/recorder.ts'
import type { Dashboard } from '../../http/dashboard.ts'
import { fieldError } from '../../http/field-error.ts'
import type { Log } from '../../lib/log.ts'
import { Busy, type HashQueueKey, type Passwords } from '../../lib/passwords/passwords.ts'
import { offeredPreset } from '../../operations/offered-preset.ts'
import type { StoreSet } from '../../store/index.ts'
import type { LicensePreset } from '../../store/licenses/license-presets.ts'
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

/** What is asked of an import; stored with it as it was sent. */
export const { query: importQuery } = importRoutes['POST /api/applications/:id/imports']

export type ImportQuery = z.output<typeof importQuery>

interface ImportSource {
  readonly applicationId: number
  readonly ownerId: number
  /** Email of who imports. */
  readonly account: string
  readonly query: ImportQuery
  /** Of the keys of a list. */
  readonly preset: LicensePreset | undefined
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
  { applicationId, ownerId, account, query, preset, file, now }: ImportSource,
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
  if (kind === 'licenses') return use(opened(licenseImporter({ applicationId, existing, preset, clock: deps.clock })))
  const line = { tenant: ownerId, application: applicationId, address: 'import', account }
  const hash = hashWithRetry(deps.passwords, line)
  return use(opened(userImporter({ applicationId, existing, recorder: deps.recorder, hash })))
}

/** The preset that was asked for; archived ones are offered to nobody. */
export async function presetOf(
  { licensePresets }: Pick<StoreSet, 'licensePresets'>,
  applicationId: number,
  { format, presetId }: ImportQuery,
): Promise<LicensePreset | undefined> {
  if (presetId === undefined) return undefined
  if (format !== 'list') throw fieldError('presetId', 'Only a list of keys takes a preset.')
  return offeredPreset(await licensePresets.find(applicationId, presetId))
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
