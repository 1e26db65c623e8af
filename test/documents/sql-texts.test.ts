// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what is planted is code

import { glob } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import ts from 'typescript'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { JsonSchema } from '../../guide/json-schema.ts'
import { buildRequest, type Route, routes, schemaOf } from '../contract/requests.ts'
import { seedTenant, type Tenant } from '../contract/tenant.ts'
import { createTestApp, signedInAccount } from '../harness/create-test-app.ts'
import { describeOnBothDatabases } from '../harness/databases.ts'
import { readFromRoot, root } from './repository-files.ts'

/** Expressions interpolated into SQL, with the reason why no input reaches them. Migrations run before any request. */
const known: Readonly<Record<string, readonly string[]>> = {
  'column lists, joined once from constants': [
    'activityColumns',
    'messageColumns',
    'deliveryColumns',
    'claimedColumns',
    'userRow',
    'sessionRow',
    'featuresRow',
    'columns',
  ],
  'numbered places of parameters, counted from those lists': [
    'places',
    'activityPlaces',
    'messagePlaces',
    'activityColumnCount',
    "oldestDueSql('$1', '$2', '$3')",
    'webhookId',
    'now',
    'limit',
    'from',
    'countStep',
  ],
  'columns of a key and a read, from where the statements of the hot path are written out': [
    'keyColumns',
    'keyRows',
    'read',
  ],
  'a length, one constant for both engines': ['recentLoginsLength'],
  'a sign of comparison, one of two that are written out beside it': ['sign'],
  'triggers on tables and columns that the program itself names, before any request': [
    'watchName',
    'watchedEvent',
    'watchedRows',
    'change.table',
    "on.updateOf.join(', ')",
    "change.values.join(', ')",
  ],
  'the types of the engine, in the table of the schema steps': ['dialect.int', 'dialect.end'],
  'tables and columns that the databases of a move themselves describe, quoted, and what is made of them': [
    'quoted(name)',
    'quoted(idColumn)',
    'quoted(table.name)',
    'quotedList(columns)',
    'quotedList(table.columns)',
    'quotedList(counts)',
    'rowTests',
    'keyParts',
    'keyText',
    'whichTest',
    'anyTest',
    'sums',
    'additions',
  ],
  'a number and two tables of the move itself': ['maxListed', 'progressTable', 'setAsideTable'],
  'tables of a backup, quoted': ['quoted(table)'],
  'names of its own catalog, quoted by PostgreSQL': ['quotedColumn', 'quotedTable', 'quotedSequence'],
  'the name of a channel, or of a database for a rehearsal, that the program itself made, quoted': [
    'pg.escapeIdentifier(name)',
  ],
}
const knownPieces = new Set(Object.values(known).flat())

const looksLikeSql =
  /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER TABLE|DROP|PRAGMA|VACUUM|LISTEN|WHERE|ORDER BY|VALUES)\b|\b(select .+ from|insert into|delete from|order by) \w/s

/** Every expression of a file that becomes SQL text and is neither a parameter, a quoted identifier nor a literal. */
function rawPieces(file: string, source: string): string[] {
  const pieces: string[] = []
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  // The parts of such a constant are checked where it is declared.
  const constants = new Set(
    tree.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => [...declarationList.declarations])
      .filter(
        ({ initializer }) =>
          initializer && (ts.isStringLiteralLike(initializer) || ts.isTemplateExpression(initializer)),
      )
      .map(({ name }) => name.getText()),
  )
  const isText = (node: ts.Node): boolean =>
    ts.isStringLiteralLike(node) ||
    ts.isNumericLiteral(node) ||
    (ts.isIdentifier(node) && constants.has(node.text)) ||
    (ts.isConditionalExpression(node) && isText(node.whenTrue) && isText(node.whenFalse)) ||
    (ts.isTemplateExpression(node) && node.templateSpans.every(({ expression }) => isText(expression)))
  const take = (node: ts.Node) => {
    const sides = ts.isBinaryExpression(node) ? [node.left, node.right] : [node]
    for (const side of sides) if (!isText(side)) pieces.push(side.getText().replace(/\s+/g, ' '))
  }
  const visit = (node: ts.Node): void => {
    const isRaw = ts.isCallExpression(node) && node.expression.getText() === 'sql.raw'
    const isTagged = ts.isTaggedTemplateExpression(node.parent ?? node)
    if (isRaw) node.arguments.forEach(take)
    else if (ts.isTemplateExpression(node) && !isTagged && isSql(node)) {
      for (const { expression } of node.templateSpans) take(expression)
    } else if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      const sides = [node.left, node.right]
      if (sides.some((side) => ts.isStringLiteralLike(side) && isSql(side))) sides.forEach(take)
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return pieces
}

const isSql = (node: ts.Node) => looksLikeSql.test(node.getText())

describe('SQL text', () => {
  it('is built of nothing but constants, in every file of the server: values are parameters', async () => {
    const found = new Map<string, string[]>()
    for await (const file of glob('src/server/**/*.ts', {
      cwd: root,
    })) {
      if (/\.test\.ts$|\/migrations\//.test(file)) continue
      const pieces = rawPieces(file, readFromRoot(file))
      if (pieces.length > 0) found.set(file, pieces)
    }
    expect(found.size).toBeGreaterThan(5)
    const unknown = [...found].flatMap(([file, pieces]) =>
      pieces.filter((piece) => !knownPieces.has(piece)).map((piece) => `${file}: ${piece}`),
    )
    expect(unknown).toEqual([])
    const used = new Set([...found.values()].flat())
    expect([...knownPieces].filter((piece) => !used.has(piece))).toEqual([])
  })

  it.each([
    ['a raw piece', 'sql`select * from users order by ${sql.raw(query.sort)}`', 'query.sort'],
    ['a template', 'db.prepare(`SELECT * FROM users WHERE name = ${name}`)', 'name'],
    ['a sum of texts', "db.exec('DELETE FROM users WHERE name = ' + name)", 'name'],
  ])('%s of input is found where it stands', (_name, source, piece) => {
    expect(rawPieces('planted.ts', source)).toEqual([piece])
  })

  it('a constant of a column is none, what it is made of is looked at itself', () => {
    expect(
      rawPieces('planted.ts', 'const one = "id"\nconst two = `SELECT ${one}`\ndb.prepare(`${two} FROM a`)'),
    ).toEqual([])
    expect(rawPieces('planted.ts', 'const two = `SELECT ${input} FROM a`\ndb.prepare(two)')).toEqual(['input'])
  })

  it('a parameter is none', () => {
    expect(rawPieces('planted.ts', 'sql`select * from users where name = ${name}`')).toEqual([])
  })
})

/** Ends a string in every SQL dialect and comments out the rest; searched for in any case. */
const mark = 'zq7inj'
const hostile = `x'"\`);--*/ or 1=1 \\${mark}`

/** The requests that carry the hostile text in one place each: a field of the query, of the body, a part of the path. */
function* attempts(own: Tenant): Generator<{ name: string; route: Route; url: string; body?: unknown }> {
  for (const route of routes) {
    const { key, path, def } = route
    // By now it bears the text as its name, which then confirms its end.
    if (key === 'DELETE /api/applications/:id') continue
    const { url, body } = buildRequest(route, own)
    const join = url.includes('?') ? '&' : '?'
    const text = encodeURIComponent(hostile)
    for (const field of fieldsOf(def.query)) {
      yield { name: `${key} ?${field}`, route, url: `${url}${join}${field}=${text}`, body }
    }
    for (const field of fieldsOf(def.body)) {
      yield { name: `${key} ${field}`, route, url, body: { ...(body as object), [field]: hostile } }
    }
    for (const [part = ''] of path.matchAll(/:\w+/g)) {
      yield { name: `${key} ${part}`, route, url: path.replace(part, text).replaceAll(/:\w+/g, '1'), body }
    }
  }
  const users = routes.find(({ key }) => key === 'GET /api/applications/:id/users')
  const preview = routes.find(({ key }) => key === 'POST /api/applications/:id/users/bulk/preview')
  if (!users || !preview) throw new Error('the contract has other routes')
  const url = `/api/applications/${own.ids.application}/users`
  const cursor = Buffer.from(JSON.stringify(['username:asc', hostile, 1])).toString('base64url')
  yield { name: 'a cursor', route: users, url: `${url}?limit=1&sort=username:asc&cursor=${cursor}` }
  for (const selection of [{ filter: { q: hostile } }, { ids: [hostile] }]) {
    yield {
      name: 'a selection',
      route: preview,
      url: `${url}/bulk/preview`,
      body: { selection, action: { type: 'pause' } },
    }
  }
}

function fieldsOf(part: Parameters<typeof schemaOf>[0] | undefined): string[] {
  const names = (schema: JsonSchema): string[] => [
    ...Object.keys(schema.properties ?? {}),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap(names),
  ]
  return part ? [...new Set(names(schemaOf(part)))] : []
}

/** Records every SQL text that the server passes to either engine. */
function listenToSql(): () => string[] {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
  const query = vi.spyOn(pg.Client.prototype, 'query')
  onTestFinished(() => {
    for (const spy of [prepare, exec, query]) spy.mockRestore()
  })
  const textOf = (asked: unknown) => (typeof asked === 'string' ? asked : String((asked as { text?: string }).text))
  return () => [...prepare.mock.calls, ...exec.mock.calls, ...query.mock.calls].map(([asked]) => textOf(asked))
}

describeOnBothDatabases('hostile text', (open) => {
  it('in any field, query or path of any call becomes no part of a statement, and is found as it was', async () => {
    const texts = listenToSql()
    const test = await createTestApp({ database: await open(), env: { RATE_LIMIT_SCALE: '1000' } })
    onTestFinished(() => test.close())
    const own = await seedTenant(test, await signedInAccount(test, 'owner'))
    const taken: string[] = []
    for (const { name, route, url, body } of attempts(own)) {
      const headers = route.def.auth === 'api-key' ? { 'x-api-key': own.apiKey } : { cookie: own.account.cookie }
      const { status, text } = await test.call(route.method, url, { headers, ...(body !== undefined && { body }) })
      expect(status, `${name}: ${text}`).toBeLessThan(500)
      if (status !== 400) taken.push(name)
    }
    const statements = texts()
    expect(statements.length).toBeGreaterThan(100)
    expect(statements.filter((text) => text.toLowerCase().includes(mark))).toEqual([])
    // A request rejected before any statement proves nothing.
    const searches = ['users', 'licenses', 'users/export', 'licenses/export'].map(
      (list) => `GET /api/applications/:id/${list} ?q`,
    )
    const stored = ['name', 'description'].map((field) => `POST /api/applications ${field}`)
    const others = ['GET /api/audit ?q', 'GET /api/activity-logs ?username', 'POST /api/v1/register username']
    const needed = [...searches, ...stored, ...others, 'a cursor', 'a selection']
    expect(needed.filter((name) => !taken.includes(name))).toEqual([])

    const base = `/api/applications/${own.ids.application}`
    type User = { username: string; hwid: string | null }
    const all = await own.account.api<User[]>('GET', `${base}/users`)
    const found = await own.account.api<User[]>('GET', `${base}/users?q=${encodeURIComponent(hostile)}`)
    const having = all.body.filter(({ username, hwid }) => [username, hwid].includes(hostile))
    expect(found.body).toEqual(having)
    expect(having.map(({ username }) => username)).toContain(hostile)
    expect(all.body.length).toBeGreaterThan(having.length)
  })
})
