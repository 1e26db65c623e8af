import { z } from 'zod'
import { maxUsersMax } from '../../../shared/constants.ts'
import { decodeUtf8, type FileRow } from './import-file.ts'
import { jsonElements } from './json-elements.ts'

const text = z.string().max(1024)
const limit = z.number().nullish()

/** A license as Keygen's API answers it (JSON:API); what is not named here is not imported. */
const KeygenLicense = z.object({
  type: z.literal('licenses'),
  attributes: z.object({
    key: text,
    name: text.nullish(),
    expiry: text.nullish(),
    created: text.nullish(),
    status: text.nullish(),
    suspended: z.boolean().nullish(),
    encrypted: z.boolean().nullish(),
    floating: z.boolean().nullish(),
    maxMachines: limit,
    maxUsers: limit,
  }),
})
type Attributes = z.output<typeof KeygenLicense>['attributes']

/** Licenses of Keygen: `{"data": […]}` as its API answers, or the list alone. */
export async function* keygenRows(file: Buffer): AsyncGenerator<FileRow> {
  let line = 0
  for (const { list, value } of jsonElements([...decodeUtf8(file)].join(''))) {
    if (list !== 'data' && list !== '') continue
    line += 1
    const license = KeygenLicense.safeParse(value)
    if (!license.success) yield { line, fields: { license_key: '' } }
    else if (license.data.attributes.encrypted === true)
      yield {
        line,
        fields: { license_key: license.data.attributes.key },
        skipped: 'Encrypted: Keygen keeps only a hash',
      }
    else yield keygenRow(line, license.data.attributes)
  }
}

function keygenRow(line: number, license: Attributes): FileRow {
  const { key, name, expiry, created, status, suspended } = license
  const notes: string[] = []
  const fields: Record<string, string> = {
    license_key: key,
    max_users: seatsOf(license, notes),
    description: name ?? '',
    expires_at: expiry ?? 'never',
    created_at: created ?? '',
  }
  if (status === 'BANNED') fields.hold = 'banned'
  else if (suspended === true) fields.hold = 'paused'
  return { line, fields, notes }
}

/** A machine there is a user here. Without a limit, a license that is not floating is for one machine. */
function seatsOf({ maxMachines, maxUsers, floating }: Attributes, notes: string[]): string {
  const most = maxMachines ?? maxUsers
  if (most != null) return String(most)
  if (floating !== true) return '1'
  notes.push(`No machine limit: ${maxUsersMax} seats`)
  return String(maxUsersMax)
}
