import { importFields } from '../../src/shared/import-fields.ts'

/** What each column of an import means. */
const meanings: Readonly<Record<string, string>> = {
  username: 'Required. Unique in the application, whatever its case.',
  email: 'Email address.',
  password: 'Plain text; stored as a hash.',
  password_hash: 'argon2id or bcrypt (cost 4 to 12), instead of `password`. Replaced at the next login.',
  hwid: 'Hardware ID. Locks the user to that device.',
  is_hwid_locked: '`false` exempts the user from the hardware lock.',
  expires_at: 'Date and time, or `never`.',
  is_active: '`true` or `false`. Users without a password are always inactive.',
  is_paused: '`true` or `false`.',
  is_banned: '`true` or `false`.',
  ban_reason: 'For you only.',
  license_key: 'For users: the license they take a seat of. For licenses: required, unique.',
  created_at: 'Date and time.',
  last_login: 'Date and time.',
  kind: '`account` or `license`. A row of kind `license` is skipped: the license key itself makes that user at the next login.',
  hold: '`paused` or `banned`. An import lifts no hold.',
  hold_reason: 'For you only.',
  max_users: 'Seats.',
  validity_days: 'Days of validity.',
  validity_start: '`creation` or `first_use`.',
  description: 'Up to 500 characters.',
}

/** The columns that an import of users or licenses reads. */
export function insertImportColumns(kind: string): string {
  const lines = importFields[kind === 'users' ? 'users' : 'licenses'].map((name) => {
    const meaning = meanings[name]
    if (meaning === undefined) throw new Error(`The guide does not say what the column ${name} means`)
    return `| \`${name}\` | ${meaning} |`
  })
  return ['| Column | Meaning |', '|---|---|', ...lines].join('\n')
}
