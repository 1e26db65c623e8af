import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Features } from '../../../shared/contract/features.ts'
import type { importRoutes } from '../../../shared/contract/imports.ts'
import { importFields } from '../../../shared/import-fields.ts'
import { findApplication, maySee } from '../../http/auth/application-access.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import { requireReauthentication } from '../../http/auth/require-reauthentication.ts'
import { audit, type Dashboard, ofApplication } from '../../http/dashboard.ts'
import { Problem } from '../../http/problem.ts'
import type { Handlers } from '../../http/serve-routes.ts'
import { type SliceSize, sendStream } from '../../http/streams/send-stream.ts'
import { csvLine } from '../../lib/csv.ts'
import { maskedLicenseKey } from '../../lib/tokens.ts'
import type { Stores } from '../../store/index.ts'
import type { Position, Slice } from '../../store/keyset-pagination.ts'

type ExportDeps = Pick<Dashboard, 'stores' | 'clock'>

type Cell = string | number | boolean | null
/** Features are JSON within a cell of CSV. */
type Cells = Readonly<Record<string, Cell | Features>>
type Format = 'csv' | 'json' | undefined

type ExportRoutes = Pick<
  typeof importRoutes,
  'GET /api/applications/:id/users/export' | 'GET /api/applications/:id/licenses/export'
>

/** Contains everything that an import reads, so that export and import give the same users. */
export function exportHandlers({ stores, clock }: ExportDeps): Handlers<ExportRoutes> {
  /** The password hashes allow offline guessing, so exporting them requires re-authentication. */
  const requireHashesAllowed = async (caller: Caller) => {
    if (caller.token)
      throw new Problem('token_not_allowed', { message: "Management tokens can't export password hashes." })
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
      const columns = importFields.users.filter(
        (name) => name !== 'password' && (hasHashes || name !== 'password_hash'),
      )
      return sendFile(actor.request, reply, `users-${id}`, format, columns, async (after, rows) => {
        const slice = await stores.late.exports.users(id, filter, after, rows)
        return isMasked ? { ...slice, rows: slice.rows.map(withMaskedKey) } : slice
      })
    },

    'GET /api/applications/:id/licenses/export': async ({ caller, params: { id }, query, request, reply }) => {
      const { format, ...wanted } = query
      const application = await findApplication(stores, caller, id, 'export')
      const isMasked = !maySee(caller, application, 'licenseKey')
      const filter = { ...wanted, now: clock.now() }
      const nameOf = presetNames(stores, id)
      return sendFile(request, reply, `licenses-${id}`, format, exportedOfLicense, async (after, size) => {
        const slice = await stores.late.licenses.list(id, filter, 'id:asc', after, size)
        const presets = await Promise.all(slice.rows.map(({ presetId }) => nameOf(presetId)))
        const rows = slice.rows.map((license, place) => ({
          license_key: license.licenseKey,
          max_users: license.maxUsers,
          validity_days: license.validityDays,
          validity_start: license.validityStart,
          expires_at: license.expiresAt?.toISOString() ?? null,
          description: license.description,
          is_active: license.isActive,
          created_at: license.createdAt.toISOString(),
          hold: license.hold,
          hold_reason: license.holdReason,
          preset: presets[place] ?? null,
          features: Object.keys(license.features).length > 0 ? license.features : null,
        }))
        return { rows: isMasked ? rows.map(withMaskedKey) : rows, next: slice.next }
      })
    },
  }
}

/** What an import reads, and after it what only an export has. */
const exportedOfLicense = [...importFields.licenses, 'preset', 'features'] as const

/** Names of presets by their ids; each is read once. */
function presetNames({ licensePresets }: Pick<Stores, 'licensePresets'>, applicationId: number) {
  const names = new Map<number, Promise<string | null>>()
  const read = async (presetId: number) => (await licensePresets.find(applicationId, presetId))?.name ?? null
  return (presetId: number | null): Promise<string | null> | null => {
    if (presetId === null) return null
    const name = names.get(presetId) ?? read(presetId)
    names.set(presetId, name)
    return name
  }
}

function withMaskedKey<Row extends Cells>(row: Row): Row {
  return typeof row.license_key === 'string' ? { ...row, license_key: maskedLicenseKey(row.license_key) } : row
}

type Read = (after: Position | undefined, rows: number) => Promise<Slice<Cells>>

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  format: Format,
  columns: readonly string[],
  read: Read,
) {
  const extension = format ?? 'csv'
  return sendStream(request, reply, (size) => {
    reply
      .type(extension === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
      .header('content-disposition', `attachment; filename="${name}.${extension}"`)
    return extension === 'csv' ? asCsv(columns, slices(read, size)) : asJson(columns, slices(read, size))
  }) as unknown as Promise<string>
}

type AllRows = AsyncIterable<readonly Cells[]>

async function* asCsv(columns: readonly string[], all: AllRows): AsyncGenerator<string> {
  yield csvLine(columns)
  for await (const rows of all) {
    yield rows.map((row) => csvLine(columns.map((column) => cellOf(row[column] ?? null)))).join('')
  }
}

const cellOf = (value: Cell | Features): Cell =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value

async function* asJson(columns: readonly string[], all: AllRows): AsyncGenerator<string> {
  // at once, like the header line of CSV: the first row of a search may be far away
  yield '['
  let separator = ''
  for await (const rows of all) {
    const texts = rows.map((row) =>
      JSON.stringify(Object.fromEntries(columns.map((name) => [name, row[name] ?? null]))),
    )
    if (texts.length === 0) continue
    yield separator + texts.join(',\n')
    separator = ',\n'
  }
  yield ']'
}

async function* slices(read: Read, size: SliceSize): AllRows {
  let after: Position | undefined
  do {
    const slice = await read(after, size.rows)
    yield slice.rows
    after = slice.next
  } while (after)
}
