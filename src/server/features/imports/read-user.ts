import { z } from 'zod'
import { hwidMaxLength, passwordMaxBytes, usernameMaxLength } from '../../../shared/constants.ts'
import { userKinds } from '../../../shared/contract/app-users.ts'
import { Email, Line, Secret } from '../../../shared/contract/fields.ts'
import type { importFields } from '../../../shared/import-fields.ts'
import { validationErrorsOf } from '../../http/validation-errors.ts'
import { canonical, isPlaceholderHwid } from '../../lib/canonical.ts'
import { whyNotImportable } from '../../lib/passwords/password-hash.ts'
import { ExpiryCell, FlagCell, TextCell, TimeCell } from './cells.ts'
import type { FileRow } from './import-file.ts'

const User = z.object({
  username: Line(usernameMaxLength)
    .min(1, 'is required')
    .refine((name) => canonical(name) !== '', 'must contain at least one visible character'),
  email: TextCell(Email),
  password: TextCell(Secret(1, passwordMaxBytes)),
  password_hash: TextCell(
    z.string().superRefine((hash, context) => {
      const message = whyNotImportable(hash)
      if (message !== undefined) context.addIssue({ code: 'custom', message })
    }),
  ),
  hwid: TextCell(Line(hwidMaxLength).refine((hwid) => !isPlaceholderHwid(hwid), 'is a placeholder')),
  is_hwid_locked: FlagCell,
  expires_at: ExpiryCell,
  is_active: FlagCell,
  is_paused: FlagCell,
  is_banned: FlagCell,
  ban_reason: TextCell(Line(200)),
  license_key: TextCell(Line(128)),
  created_at: TimeCell,
  last_login: TimeCell,
  kind: TextCell(z.enum(userKinds)),
} satisfies Record<(typeof importFields.users)[number], z.ZodType>)

export type UserRow = z.output<typeof User>

export interface WrongRow {
  readonly field: string
  readonly message: string
}

/** A row as a user, or what is wrong with the row. */
export type ReadRow<Item> = { readonly item: Item } | { readonly wrong: WrongRow }

/** A user as the file has it, or what is wrong with the row. */
export function readUser({ fields }: FileRow): ReadRow<UserRow> {
  return readRow(User, { username: '', ...fields })
}

/** Validates one row by its schema; the first invalid field names the error. */
export function readRow<S extends z.ZodType>(schema: S, fields: FileRow['fields']): ReadRow<z.output<S>> {
  const parsed = schema.safeParse(fields)
  if (parsed.success) return { item: parsed.data }
  const [fault] = validationErrorsOf(parsed.error.issues)
  return { wrong: { field: fault?.field || 'row', message: fault?.text ?? 'is invalid' } }
}
