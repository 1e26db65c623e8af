import { glob } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { readFromRoot, root } from './repository-files.ts'

/** Unsafe constructs, with the accepted places and the reason why no input reaches them. */
const never: readonly (readonly [what: string, pattern: RegExp, where: readonly string[]])[] = [
  ['run text as code', /\beval\(|\bnew Function\(|\bnode:vm\b|set(Timeout|Interval)\(\s*['"`]/, []],
  ['make markup of text', /dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write/, []],
  // Names of events, paths of pages, the form of a time: constants of the program.
  [
    'make a pattern of text',
    /\bnew RegExp\(/,
    ['src/shared/contract/activity.ts', 'src/shared/contract/fields.ts', 'src/shared/pages.ts'],
  ],
  ['keep a password from being pasted', /onPaste|['"]paste['"]/, []],
  // The doctor reads a certificate to say what is wrong with it; nothing is sent over that connection.
  [
    'trust any certificate',
    /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/,
    ['src/server/commands/doctor/check-address.ts'],
  ],
  // HMAC of authenticator codes, as their standard says; hashes of addresses that a former service made.
  [
    'hash by MD5 or SHA-1',
    /['"`](md5|sha-?1)\b/i,
    ['src/server/accounts/totp.ts', 'src/server/features/portal/imported-email.ts'],
  ],
  ['read requests loosely', /insecureHTTPParser/, []],
  // The processes that hash passwords and copy the database, controlled by messages; and pg_restore, without a shell, with
  // the absolute path of the file that the operator names in the command.
  [
    'start a program',
    /child_process/,
    ['src/server/lib/passwords/hashing.ts', 'src/server/backups/backup-task.ts', 'src/server/db/rehearse-dump.ts'],
  ],
  [
    'speak to other windows',
    /\b(window|parent|opener|top|self)\.postMessage\(|window\.addEventListener\(\s*['"]message['"]/,
    [],
  ],
]

describe('no code of the server or the dashboard', () => {
  it.each(never)('may %s', async (_what, pattern, where) => {
    const found: string[] = []
    let files = 0
    for await (const file of glob('src/**/*.{ts,tsx,html}', { cwd: root })) {
      if (/\.test\.tsx?$/.test(file)) continue
      files += 1
      const code = readFromRoot(file).replaceAll(/^\s*(\/\/|\*|\/\*\*).*$/gm, '')
      if (pattern.test(code)) found.push(file)
    }
    expect(files).toBeGreaterThan(300)
    expect(found.filter((file) => !where.includes(file))).toEqual([])
  })

  it.each([
    ['eval(text)', 0],
    ["setTimeout('go()', 1)", 0],
    ['<p dangerouslySetInnerHTML={x} />', 1],
    ['node.innerHTML = text', 1],
    ['new RegExp(query.q)', 2],
    ['{ rejectUnauthorized: false }', 4],
  ])('like %s is found', (code, row) => {
    expect(never[row]?.[1].test(code)).toBe(true)
  })
})
