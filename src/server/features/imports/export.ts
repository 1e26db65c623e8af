import type { FastifyReply, FastifyRequest } from 'fastify'
import type { importRoutes } from '../../../shared/contract/imports.ts'
import { findApplication, maySee } from '../../http/auth/application-access.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import { requireReauthentication } from '../../http/auth/require-reauthentication.ts'
import { audit, type Dashboard, ofApplication } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { sendStream, sliceRows } from '../../http/streams/send-stream.ts'
import { csvLine } from '../../lib/csv.ts'
import { maskedLicenseKey } from '../../lib/tokens.ts'
import type { Position, Slice } from '../../store/keyset-pagination.ts'
import { licenseColumns } from './license-importer.ts'
import { userColumns } from './read-user.ts'

type ExportDeps = Pick<Dashboard, 'stores' | 'clock'>

type Cell = string | number | boolean | null
type Cells = Readonly<Record<string, Cell>>
type Format = 'csv' | 'json' | undefined

type ExportRoutes = Pick<
  typeof importRoutes,
  'GET /api/applications/:id/users/export' | 'GET /api/applications/:id/licenses/export'
>

/** Contains everything that an import reads, so that export and import give the same users. */
export function exportHandlers({ stores, clock }: ExportDeps): Handlers<ExportRoutes> {
  /** The password hashes allow offline guessing, so exporting them requires re-authentication. */
  const requireHashesAllowed = async (caller: Caller) => {
    if (caller.token) throw new Problem('token_not_allowed', { message: 'No token exports password hashes.' })
    await requireReauthentication({ stores, clock }, caller)
  }

  return {
    'GET /api/applications/:id/users/export': async ({ params: { id }, query, reply, ...actor }) => {
      const { format, passwordHashes: hasHashes = false, ...wanted } = query
      const application = await findApplication(stores, actor.caller, id, hasHashes ? 'manage' : 'export')
      if (hasHashes) await requireHashesAllowed(actor.caller)
      const isMasked = !maySee(actor.caller, application, 'licenseKey')
      if (hasHashes) {
        const subject = ofApplication(id, ', with password hashes')
        await stores.transaction((tx) => audit(tx, actor, 'user.export', subject, clock.now()))
      }
      const filter = { ...wanted, now: clock.now() }
      const columns = userColumns.filter((name) => name !== 'password' && (hasHashes || name !== 'password_hash'))
      return sendFile(actor.request, reply, `users-${id}`, format, columns, async (after) => {
        const slice = await stores.exports.users(id, filter, after, sliceRows)
        return isMasked ? { ...slice, rows: slice.rows.map(withMaskedKey) } : slice
      })
    },

    'GET /api/applications/:id/licenses/export': async ({ caller, params: { id }, query, request, reply }) => {
      const { format, ...wanted } = query
      const application = await findApplication(stores, caller, id, 'export')
      const isMasked = !maySee(caller, application, 'licenseKey')
      const filter = { ...wanted, now: clock.now() }
      return sendFile(request, reply, `licenses-${id}`, format, licenseColumns, async (after) => {
        const slice = await stores.licenses.list(id, filter, 'id:asc', after, sliceRows)
        const rows = slice.rows.map((license) => ({
          license_key: license.licenseKey,
          max_users: license.maxUsers,
          validity_days: license.validityDays,
          validity_start: license.validityStart,
          expires_at: license.expiresAt?.toISOString() ?? null,
          description: license.description,
          is_active: license.isActive,
          created_at: license.createdAt.toISOString(),
        }))
        return { rows: isMasked ? rows.map(withMaskedKey) : rows, next: slice.next }
      })
    },
  }
}

function withMaskedKey<Row extends Cells>(row: Row): Row {
  return typeof row.license_key === 'string' ? { ...row, license_key: maskedLicenseKey(row.license_key) } : row
}

type Read = (after: Position | undefined) => Promise<Slice<Cells>>

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  format: Format,
  columns: readonly string[],
  read: Read,
) {
  const extension = format ?? 'csv'
  return sendStream(request, reply, () => {
    reply
      .type(extension === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}.${extension}"`)
    return extension === 'csv' ? asCsv(columns, read) : asJson(columns, read)
  }) as unknown as Promise<string>
}

async function* asCsv(columns: readonly string[], read: Read): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const rows of slices(read)) {
    yield rows.map((row) => csvLine(columns.map((column) => row[column] ?? null))).join('')
  }
}

async function* asJson(columns: readonly string[], read: Read): AsyncGenerator<string> {
  let separator = '['
  for await (const rows of slices(read)) {
    const texts = rows.map((row) =>
      JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name] ?? null]))),
    )
    if (texts.length === 0) continue
    yield separator + texts.join(',\n')
    separator = ',\n'
  }
  yield separator === '[' ? '[]' : ']'
}

async function* slices(read: Read): AsyncGenerator<readonly Cells[]> {
  let after: Position | undefined
  do {
    const slice = await read(after)
    yield slice.rows
    after = slice.next
  } while (after)
}
