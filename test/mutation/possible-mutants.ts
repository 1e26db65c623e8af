import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import ts from 'typescript'
import { type Edit, operators } from './operators.ts'

/** One thing that could be wrong in a file. */
export interface Mutant extends Edit {
  /** Says which mutant it is wherever the file's other lines have moved to; stands in the list of survivors. */
  readonly name: string
  readonly path: string
  readonly line: number
  readonly operator: string
  /** What a test must run to notice it. */
  readonly reached: Reached
  /** Runs when the module is loaded, once for all tests. */
  readonly isOfModule: boolean
  /** The same number for the same code, whatever the folder of its file: the lowest ones are chosen. */
  readonly lot: string
}

interface Reached {
  readonly start: number
  readonly end: number
  readonly isStatement: boolean
}

const longestSnippet = 90
const longestContext = 60

/** Everything that the operators find in a file. */
export function possibleMutants(path: string, text: string): Mutant[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const mutants: Mutant[] = []
  const seen = new Map<string, number>()

  const add = (operator: string, node: ts.Node, edit: Edit) => {
    const at = edit.reachedAt ?? node
    const place = functionAround(node)?.name ?? 'module'
    const change = `${place}: ${changeOf(text, node, edit)}`
    const times = (seen.get(change) ?? 0) + 1
    seen.set(change, times)
    mutants.push({
      ...edit,
      name: `${path}, ${change}${times === 1 ? '' : ` (number ${times})`}`,
      path,
      line: source.getLineAndCharacterOfPosition(edit.start).line + 1,
      operator,
      reached: { start: at.getStart(), end: at.getEnd(), isStatement: ts.isStatement(at) },
      isOfModule: functionAround(node) === undefined,
      lot: createHash('sha256')
        .update(`${basename(path)} ${operator} ${change} ${times}`)
        .digest('hex'),
    })
  }

  const visit = (node: ts.Node): void => {
    if (isWithoutEffect(node)) return
    for (const [operator, find] of operators) for (const edit of find(node)) add(operator, node, edit)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return mutants
}

/** Types, imports, what is logged, and the text of an error that only a programmer reads. */
function isWithoutEffect(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true
  if (ts.isExpressionStatement(node)) return isLogCall(node.expression)
  if (ts.isNewExpression(node)) return /Error$/.test(node.expression.getText())
  return isLogCall(node)
}

const isLogCall = (node: ts.Node) =>
  ts.isCallExpression(node) && /(^|\.)log\.(debug|info|warn|error)$/.test(node.expression.getText())

/** The nearest function that has a name, its own or that of what holds it. */
function functionAround(node: ts.Node): { name: string } | undefined {
  let isInside = false
  for (let each = node.parent; each; each = each.parent) {
    if (!ts.isFunctionLike(each)) continue
    isInside = true
    const name = nameOf(each)
    if (name !== undefined) return { name }
  }
  return isInside ? { name: 'a function' } : undefined
}

function nameOf(node: ts.SignatureDeclaration): string | undefined {
  const named = node.name ?? ((isNamed(node.parent) && node.parent.name) || undefined)
  return named?.getText()
}
const isNamed = (node: ts.Node) => ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)

/** What stands there and what would, with as much of the line around it as is short. */
function changeOf(text: string, node: ts.Node, { start, end, replacement }: Edit): string {
  let [from, to] = [start, end]
  for (let each = node; each.getEnd() - each.getStart() <= longestContext; each = each.parent) {
    if (ts.isStatement(each) || ts.isFunctionLike(each) || ts.isSourceFile(each)) break
    from = Math.min(start, each.getStart())
    to = Math.max(end, each.getEnd())
  }
  const after = text.slice(from, start) + replacement + text.slice(end, to)
  return `\`${snippet(text.slice(from, to))}\` becomes \`${snippet(after)}\``
}

/** On one line and short, without the sign that ends it in Markdown. */
function snippet(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('`', '´').trim()
  const half = Math.floor(longestSnippet / 2)
  return line.length <= longestSnippet ? line : `${line.slice(0, half)} … ${line.slice(-half)}`
}
