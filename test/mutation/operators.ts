import ts from 'typescript'
import { sqlEdits } from './sql-operators.ts'

/** One change of a text, and the piece of code that a test must run to notice it. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly replacement: string
  /** Where it may be noticed; what is replaced, unless told. */
  readonly reachedAt?: ts.Expression | undefined
}

export type Operator = readonly [name: string, find: (node: ts.Node) => readonly Edit[]]

const boundaries = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
])
const equalities = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
])
const junctions = new Map([
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
])
const arithmetic = new Map([
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
  [ts.SyntaxKind.PercentToken, '*'],
  [ts.SyntaxKind.PlusEqualsToken, '-='],
  [ts.SyntaxKind.MinusEqualsToken, '+='],
])
const extremes = new Map([
  ['Math.max', 'Math.min'],
  ['Math.min', 'Math.max'],
])
/** A number below is a count, of which one more is noticed; above it is a time or a size. */
const smallNumbers = 1000

/** What can be wrong in a program, as the smallest change that makes it so. */
export const operators: readonly Operator[] = [
  ['negate a condition', (node) => (isBranch(node) ? [negated(conditionOf(node))] : [])],
  ['move a boundary', (node) => binary(node, boundaries)],
  ['turn an equality round', (node) => binary(node, equalities)],
  ['swap and with or', (node) => binary(node, junctions)],
  ['change arithmetic', (node) => (isOfTexts(node) ? [] : binary(node, arithmetic))],
  ['swap the extremes', (node) => (ts.isPropertyAccessExpression(node) ? among(node, extremes) : [])],
  ['drop a default', (node) => (isNullish(node) ? [replaceBy(node, node.left.getText())] : [])],
  ['drop an early end', (node) => (isEarlyEnd(node) ? [replaceBy(node, ';')] : [])],
  ['drop a step', (node) => (isStep(node) ? [replaceBy(node, ';')] : [])],
  ['empty an array', (node) => (isFilledArray(node) ? [replaceBy(node, '[]')] : [])],
  ['empty a text', (node) => (isTextOfMeaning(node) ? [replaceBy(node, "''")] : [])],
  ['flip a truth', (node) => (isTruth(node) ? [replaceBy(node, node.getText() === 'true' ? 'false' : 'true')] : [])],
  ['change a number', (node) => (isNumber(node) ? [replaceBy(node, otherNumber(Number(node.text)))] : [])],
  ['change SQL', sqlEdits],
]

const replaceBy = (node: ts.Node, replacement: string): Edit => ({
  start: node.getStart(),
  end: node.getEnd(),
  replacement,
})
const negated = (node: ts.Expression) => ({ ...replaceBy(node, `!(${node.getText()})`), reachedAt: node })

const among = (node: ts.Node, others: ReadonlyMap<string, string>): Edit[] => {
  const other = others.get(node.getText())
  // `Math.max` is called: to wrap it would tear it from its object, so its call is what is reached.
  const reachedAt = ts.isCallExpression(node.parent) ? node.parent : undefined
  return other && reachedAt ? [{ ...replaceBy(node, other), reachedAt }] : []
}

function binary(node: ts.Node, others: ReadonlyMap<ts.SyntaxKind, string>): Edit[] {
  if (!ts.isBinaryExpression(node)) return []
  const other = others.get(node.operatorToken.kind)
  if (other === undefined) return []
  // `a += b` has a place on its left, which takes no parentheses.
  if (other.endsWith('=') && other.length === 2 && /[-+]/.test(other))
    return [{ ...replaceBy(node.operatorToken, other), reachedAt: node }]
  return [replaceBy(node, `${operand(node.left)} ${other} ${operand(node.right)}`)]
}

/** What another operator could tear apart stands in parentheses. */
const operand = (node: ts.Expression) =>
  ts.isBinaryExpression(node) || ts.isConditionalExpression(node) || ts.isArrowFunction(node)
    ? `(${node.getText()})`
    : node.getText()

const isBranch = (node: ts.Node): node is ts.IfStatement | ts.ConditionalExpression =>
  ts.isIfStatement(node) || ts.isConditionalExpression(node)
const conditionOf = (node: ts.IfStatement | ts.ConditionalExpression) =>
  ts.isIfStatement(node) ? node.expression : node.condition

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || (ts.isBinaryExpression(node) && isOfTexts(node))
const isOfTexts = (node: ts.Node): boolean => ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right))

const isNullish = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken

function isEarlyEnd(node: ts.Node): boolean {
  if (!ts.isIfStatement(node) || node.elseStatement) return false
  const then = node.thenStatement
  const last = ts.isBlock(then) ? then.statements.at(-1) : then
  return last !== undefined && (ts.isReturnStatement(last) || ts.isThrowStatement(last) || ts.isContinueStatement(last))
}

const isStep = (node: ts.Node): boolean =>
  ts.isExpressionStatement(node) && !ts.isStringLiteral(node.expression) && !node.getText().startsWith('super(')

/** Not what names columns: without them a query fails, and nothing is learned. */
function isFilledArray(node: ts.Node): boolean {
  if (!ts.isArrayLiteralExpression(node) || node.elements.length === 0) return false
  const { parent } = node
  const isPlace = ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  return !isPlace && !isColumnList(parent) && !(ts.isAsExpression(parent) && isColumnList(parent.parent))
}
const isColumnList = (node: ts.Node) =>
  (ts.isCallExpression(node) && /\.(select|returning|columns|groupBy|doUpdateSet)$/.test(node.expression.getText())) ||
  (ts.isVariableDeclaration(node) && /[cC]olumns$|^ended$/.test(node.name.getText()))

/** A text that is an answer: not one that names a column, a header or a statement to others. */
function isTextOfMeaning(node: ts.Node): boolean {
  if (!ts.isStringLiteral(node) || node.text === '') return false
  const { parent } = node
  if (ts.isReturnStatement(parent) || ts.isArrowFunction(parent)) return true
  if (ts.isConditionalExpression(parent)) return parent.condition !== node
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  return ts.isBinaryExpression(parent) && isNullish(parent)
}

const isTruth = (node: ts.Node) => node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword

/** Neither an index, nor the name of a property, nor the base of a numeral. */
function isNumber(node: ts.Node): node is ts.NumericLiteral {
  if (!ts.isNumericLiteral(node)) return false
  const { parent } = node
  if (ts.isElementAccessExpression(parent)) return false
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node
  return !(ts.isCallExpression(parent) && /\.toString$/.test(parent.expression.getText()))
}

const otherNumber = (value: number) => String(value < smallNumbers ? value + 1 : value * 2)
