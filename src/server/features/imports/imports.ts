import type { importRoutes } from '../../../shared/contract/imports.ts'
import { findApplication } from '../../http/auth/application-access.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { ndjson } from '../../http/streams/ndjson.ts'
import { exportHandlers } from './export.ts'
import { assertFile, readFile } from './import-file.ts'
import { type ImportDeps, openImport, presetOf } from './open-import.ts'
import { tryImport } from './run-import.ts'
import { startImport } from './start-import.ts'

/** Imports and exports of users and licenses. */
export function importHandlers(deps: ImportDeps): Handlers<typeof importRoutes> {
  const { stores, clock } = deps
  return {
    ...exportHandlers(deps),

    'POST /api/applications/:id/imports': async ({ params: { id: applicationId }, query: asked, reply, ...actor }) => {
      const { ownerId } = await findApplication(stores, actor.caller, applicationId, 'manage')
      const { body } = actor.request
      assertFile(body)
      const file = await readFile(body)
      const { dryRun: isDryRun = false, ...query } = asked
      const now = clock.now()
      const preset = await presetOf(stores, applicationId, query)
      const source = { applicationId, ownerId, account: actor.caller.email, query, preset, file, now }
      return ndjson(
        reply,
        await openImport(deps, source, async (opened) =>
          isDryRun ? tryImport(deps, opened) : startImport(deps, opened, { actor, applicationId, query, file, now }),
        ),
      )
    },
  }
}
