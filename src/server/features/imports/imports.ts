import { setTimeout } from 'node:timers/promises'
import type { ImportLine, importRoutes } from '../../../shared/contract/imports.ts'
import type { Recorder } from '../../events/recorder.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { ndjson } from '../../http/streams/ndjson.ts'
import { Busy, type HashQueueKey, type Passwords } from '../../lib/passwords/passwords.ts'
import { csvRows } from './csv-rows.ts'
import { type ExportDeps, exportHandlers } from './export.ts'
import type { FileColumns, FileRow } from './import-file.ts'
import { assertFile, readFile } from './import-file.ts'
import type { Importer } from './importer.ts'
import { keyAuthRows } from './keyauth-rows.ts'
import { licenseImporter } from './license-importer.ts'
import { type ImportDeps, runImport } from './run-import.ts'
import { userImporter } from './user-importer.ts'

interface Imports extends ImportDeps, ExportDeps {
  readonly passwords: Passwords
  readonly recorder: Recorder
}

/** Imports and exports of users and licenses. */
export function importHandlers(deps: Imports): Handlers<typeof importRoutes> {
  const { stores, clock } = deps
  return {
    ...exportHandlers(deps),

    'POST /api/applications/:id/imports': async ({ params: { id }, query, reply, ...actor }) => {
      const { ownerId } = await findApplication(stores, actor.caller, id, 'manage')
      const { body } = actor.request
      assertFile(body)
      const file = await readFile(body)
      const { kind, format, dryRun: isDryRun = false, existing = 'skip', hwids = 'unbind', keys = 'active' } = query
      const common = { actor, applicationId: id, isDryRun }
      const lines = <Item>(importer: Importer<Item>): AsyncIterable<ImportLine> =>
        runImport(deps, { ...common, importer }, rows(importer.columns))
      const rows = (columns: readonly string[]): AsyncIterable<FileColumns | FileRow> => {
        if (format === 'csv') return csvRows(file, columns)
        return keyAuthRows(file, kind, { hwids, keys, now: clock.now() })
      }
      const hash = hashWithRetry(deps.passwords, {
        tenant: ownerId,
        application: id,
        address: 'import',
        account: actor.caller.email,
      })
      return ndjson(
        reply,
        kind === 'users'
          ? lines(userImporter({ applicationId: id, existing, recorder: deps.recorder, hash }))
          : lines(licenseImporter({ applicationId: id, existing, clock })),
      )
    },
  }
}

const hashMaxAttempts = 300
const hashRetryDelayMs = 200

/** Retries while the hash queue is full: logins go first. */
function hashWithRetry(passwords: Passwords, line: HashQueueKey): (password: string) => Promise<string> {
  return async (password) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await passwords.hash(password, { line })
      } catch (error) {
        if (!(error instanceof Busy) || attempt === hashMaxAttempts) throw error
        await setTimeout(hashRetryDelayMs)
      }
    }
  }
}
