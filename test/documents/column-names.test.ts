// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is planted is code
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const parse = (source: string) => ts.createSourceFile('parsed.ts', source, ts.ScriptTarget.Latest, true)

/**
 * Tables and columns that can be told from other names: those with an underscore. The six columns of custom messages
 * are left out, since the messages themselves have these names.
 */
function columnNames(): Set<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isInterfaceDeclaration(node) && node.name.text === 'MessageColumns') return
    if (ts.isPropertySignature(node) && ts.isIdentifier(node.name)) names.add(node.name.text)
    ts.forEachChild(node, visit)
  }
  visit(parse(readFileSync(`${root}src/server/db/tables.ts`, 'utf8')))
  return new Set([...names].filter((name) => name.includes('_')))
}

/** Public formats whose fields are called like columns: clients and files send them, so they stay when a column goes. */
const publicFormats: readonly (readonly [files: RegExp, why: string])[] = [
  [/^src\/server\/features\/client-api\/calls\//, 'the client API on the wire'],
  [/^src\/server\/features\/imports\//, 'the files of imports and exports'],
  [/^src\/server\/features\/activity\/export-rows\.ts$/, 'the columns of an exported log'],
  [/^src\/server\/features\/shops\/adapters\//, 'the calls of shops'],
  [/^src\/server\/features\/portal\//, 'the calls of the portal'],
]

/** Names of columns in the code of a file: as a name, as a text, or within one (SQL). Comments may speak of them. */
function columnsIn(source: string, columns: ReadonlySet<string>): string[] {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    const text =
      ts.isIdentifier(node) ||
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
        ? node.text
        : ''
    for (const [word] of text.matchAll(/\w+/g)) if (columns.has(word)) found.add(word)
    ts.forEachChild(node, visit)
  }
  visit(parse(source))
  return [...found]
}

it('columns are named in the store and in db alone: everybody else has the names of the domain', async () => {
  const columns = columnNames()
  expect(columns.size).toBeGreaterThan(100)
  const found: string[] = []
  const used = new Set<RegExp>()
  let files = 0
  for await (const file of glob('src/server/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|^src\/server\/(store|db)\//.test(file)) continue
    files += 1
    const names = columnsIn(readFileSync(root + file, 'utf8'), columns)
    const format = publicFormats.find(([pattern]) => pattern.test(file))
    if (format && names.length > 0) used.add(format[0])
    if (!format) found.push(...names.map((name) => `${file}: ${name}`))
  }
  expect(files).toBeGreaterThan(150)
  expect(found).toEqual([])
  expect([...used].sort()).toEqual(publicFormats.map(([pattern]) => pattern).sort())
})

it.each([
  ['a field', 'export const wanted = { is_paused: 1 }', 'is_paused'],
  ['a field that is read', 'export const reason = (row: Row) => row.ban_reason', 'ban_reason'],
  ['a field that is taken apart', 'const { expires_at: expiry } = row', 'expires_at'],
  ['a text', "switch (column) { case 'is_banned': break }", 'is_banned'],
  ['a name in SQL', 'sql`update licenses set expires_at = ${at}, key_lookup = ${key}`', 'expires_at key_lookup'],
  ['a quoted one', 'row["license_id"]', 'license_id'],
])('%s with the name of a column is found', (_name, source, column) => {
  expect(columnsIn(source, columnNames())).toEqual(column.split(' '))
})

it('a comment and a name that only contains one are not', () => {
  const source = '// expires_at\n/** is_paused */ const not_expires_at_all = 1'
  expect(columnsIn(source, columnNames())).toEqual([])
})
