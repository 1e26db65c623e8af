import ts from 'typescript'
import type { Edit } from './operators.ts'

/** Links of a query that can be left out, and it still runs. */
const links = /^(where|whereRef|onRef|orderBy|limit|having|forUpdate|skipLocked)$/

const signs = new Map([
  ['=', '!='],
  ['!=', '='],
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['in', 'not in'],
  ['not in', 'in'],
  ['is', 'is not'],
  ['is not', 'is'],
  ['asc', 'desc'],
  ['desc', 'asc'],
])

/** In a statement that is written out. What sets a value looks like what compares one, so `=` stays. */
const words: readonly (readonly [RegExp, string])[] = [
  [/ (?:AND|and) /g, ' or '],
  [/ (?:OR|or) /g, ' and '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ IS NULL| is null/g, ' is not null'],
  [/ IS NOT NULL| is not null/g, ' is null'],
  [/ DESC\b| desc\b/g, ' asc'],
  [/ FOR UPDATE SKIP LOCKED| for update skip locked/g, ''],
  [/\bDISTINCT |\bdistinct /g, ''],
]

const isStatement = /\b(select|insert into|update|delete from|where|from|join|order by|case when)\b/i

export function sqlEdits(node: ts.Node): readonly Edit[] {
  if (ts.isCallExpression(node)) return linkEdits(node)
  if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) return statementEdits(node)
  return []
}

function linkEdits(node: ts.CallExpression): Edit[] {
  if (!ts.isPropertyAccessExpression(node.expression)) return signEdits(node)
  const { name, expression } = node.expression
  const dropped = { start: expression.getEnd(), end: node.getEnd(), replacement: '', reachedAt: node }
  return links.test(name.text) ? [dropped, ...signEdits(node)] : signEdits(node)
}

/** The sign of `where('expires_at', '<', now)` and of `eb('id', '=', id)`, the direction of `orderBy('id', 'desc')`. */
function signEdits(node: ts.CallExpression): Edit[] {
  const [column, sign] = node.arguments
  if (!column || !sign || !ts.isStringLiteral(sign)) return []
  const other = signs.get(sign.text)
  return other ? [{ start: sign.getStart(), end: sign.getEnd(), replacement: `'${other}'`, reachedAt: node }] : []
}

function statementEdits(node: ts.TemplateExpression | ts.NoSubstitutionTemplateLiteral): Edit[] {
  const isTagged = ts.isTaggedTemplateExpression(node.parent)
  const reachedAt = isTagged ? (node.parent as ts.TaggedTemplateExpression) : node
  const isSql = isTagged ? /^sql\b/.test(reachedAt.getText()) : isStatement.test(node.getText())
  if (!isSql) return []
  const chunks = ts.isTemplateExpression(node)
    ? [node.head, ...node.templateSpans.map(({ literal }) => literal)]
    : [node]
  return chunks.flatMap((chunk) => {
    const text = chunk.getText()
    return words.flatMap(([word, replacement]) =>
      [...text.matchAll(word)].map(({ index, 0: found }) => {
        const start = chunk.getStart() + index
        return { start, end: start + found.length, replacement, reachedAt }
      }),
    )
  })
}
