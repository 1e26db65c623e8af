import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { type Right, rightsOfRole, teamRoles } from '../../src/shared/rights.ts'

/** Source text by path, as `src/web/pages/team-page.tsx`. */
export type Sources = ReadonlyMap<string, string>

/** What one top-level declaration of a file does. */
interface Part {
  readonly path: string
  readonly name: string
  readonly calls: readonly string[]
  /** Functions and constants that it names, of this file and of others. */
  readonly names: readonly string[]
  readonly stated: readonly Right[]
  /** The rights that it asks for in code, so that it decides about its controls itself. */
  readonly asked: readonly Right[]
  /** Controls that send a change and name no right. */
  readonly bare: readonly string[]
}

const callers = new Set(['api', 'apiLines', 'apiList', 'send', 'downloadFile', 'useDownload'])
const handlers = new Set(['onClick', 'onConfirm', 'onChange', 'onSubmit', 'onSelect'])

export function readScreens(root: string): Sources {
  const paths = readdirSync(join(root, 'src/web'), { recursive: true, encoding: 'utf8' })
  const own = paths.filter((path) => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))
  return new Map(own.map((path) => [`src/web/${path}`, readFileSync(join(root, 'src/web', path), 'utf8')]))
}

/**
 * Where a screen sends what needs a right and doesn't state that right. `needed` is the right of each call that a role
 * may lack, by the contract's key.
 */
export function findUnstatedRights(sources: Sources, needed: ReadonlyMap<string, Right>): string[] {
  const parts = [...sources].flatMap(([path, text]) => partsOf(path, text))
  const byName = new Map(parts.map((part) => [`${part.path}#${part.name}`, part]))
  const statedIn = (path: string) => parts.filter((part) => part.path === path).flatMap(({ stated }) => stated)
  return parts.filter(isComponent).flatMap((part) => {
    const reached = rightsReached(part, byName, needed)
    const around = [part.path, ...part.names.filter(isComponentName).map((name) => name.split('#')[0] ?? '')]
    const missing = reached.filter((right) => !around.flatMap(statedIn).some((stated) => includes(stated, right)))
    const undecided = reached.filter((right) => !part.asked.some((asked) => includes(asked, right)))
    return [
      ...missing.map((right) => `${part.path} ${part.name}: nothing states ${right}`),
      ...(undecided.length > 0
        ? part.bare.map((control) => `${part.path} ${part.name}: ${control} needs no right`)
        : []),
    ]
  })
}

/** Components draw; hooks and functions are followed until they call. */
const isComponent = ({ name }: Part) => /^[A-Z]/.test(name)
const isComponentName = (name: string) => /#[A-Z]/.test(name)

/** Whoever has the one right has the other too. */
const includes = (one: Right, other: Right) =>
  teamRoles.every((role) => !rightsOfRole[role].includes(one) || rightsOfRole[role].includes(other))

function rightsReached(part: Part, byName: ReadonlyMap<string, Part>, needed: ReadonlyMap<string, Right>): Right[] {
  const seen = new Set([part])
  for (const { names } of seen) {
    for (const name of names) {
      const next = byName.get(name)
      if (next !== undefined && !isComponent(next)) seen.add(next)
    }
  }
  const calls = [...seen].flatMap((each) => each.calls)
  return [
    ...new Set([...needed].filter(([key]) => calls.some((call) => isCallOf(call, key))).map(([, right]) => right)),
  ]
}

/** A call is the contract's key, or a template with `*` where it is filled in. */
const isCallOf = (call: string, key: string) =>
  call.includes('*') ? new RegExp(`^${call.split('*').join('[^/]+')}$`).test(key) : call === key

function partsOf(path: string, text: string): Part[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const declared = new Map<string, ts.Node>()
  const imported = new Map<string, string>()
  for (const statement of file.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) declared.set(statement.name.text, statement)
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (ts.isIdentifier(name) && initializer) declared.set(name.text, initializer)
      }
    }
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const from = normalize(join(dirname(path), statement.moduleSpecifier.text))
      const bindings = statement.importClause?.namedBindings
      if (!bindings || !ts.isNamedImports(bindings)) continue
      for (const { name, propertyName } of bindings.elements) {
        imported.set(name.text, `${from}#${(propertyName ?? name).text}`)
      }
    }
  }
  const textOf = (node: ts.Node | undefined): string | undefined => {
    if (!node) return undefined
    if (ts.isStringLiteralLike(node)) return node.text
    if (ts.isTemplateExpression(node))
      return node.head.text + node.templateSpans.map((span) => `*${span.literal.text}`).join('')
    return ts.isIdentifier(node) ? textOf(declared.get(node.text)) : undefined
  }
  return [...declared].map(([name, node]) => {
    const found = {
      calls: [] as string[],
      names: [] as string[],
      stated: [] as Right[],
      asked: [] as Right[],
      bare: [] as string[],
    }
    const senders = sendersIn(node)
    const visit = (child: ts.Node): void => {
      if (ts.isIdentifier(child)) {
        const other = imported.get(child.text) ?? (declared.has(child.text) ? `${path}#${child.text}` : undefined)
        if (other !== undefined) found.names.push(other)
      }
      if (ts.isCallExpression(child)) readCall(child, textOf, found)
      if (isNeeds(child)) found.stated.push(...stringsIn(child))
      if (ts.isJsxSelfClosingElement(child) || ts.isJsxOpeningElement(child)) {
        const properties = [...child.attributes.properties]
        const isForm = child.tagName.getText() === 'FormDialog' && properties.some(spreadsForm)
        if ((isForm || properties.some((each) => sendsChange(each, senders))) && !properties.some(isNeeds))
          found.bare.push(`<${child.tagName.getText()}>`)
      }
      if (ts.isObjectLiteralExpression(child)) {
        const { properties } = child
        if (properties.some((each) => sendsChange(each, senders)) && !properties.some(isNeeds))
          found.bare.push('a menu entry')
      }
      ts.forEachChild(child, visit)
    }
    visit(node)
    return { path, name, ...found, stated: [...found.stated, ...found.asked] }
  })
}

function readCall(
  call: ts.CallExpression,
  textOf: (node: ts.Node | undefined) => string | undefined,
  found: { readonly calls: string[]; readonly asked: Right[] },
): void {
  const callee = call.expression.getText()
  if (callee === 'useReadOnlyReason') found.asked.push('manage')
  const first = textOf(call.arguments[0])
  if (first === undefined) return
  if (callers.has(callee)) found.calls.push(first)
  if (callee === 'useRefusal' || /\bcan\.includes$/.test(callee)) found.asked.push(first as Right)
}

/** `needs="help"` of an element, `needs: 'help'` of a menu entry. */
const isNeeds = (node: ts.Node): boolean =>
  (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) && node.name.getText() === 'needs'

function stringsIn(node: ts.Node): Right[] {
  const own = ts.isStringLiteralLike(node) ? [node.text as Right] : []
  const below: Right[] = []
  ts.forEachChild(node, (child) => void below.push(...stringsIn(child)))
  return [...own, ...below]
}

/** Names of functions inside a component that send a change: `const extend = () => change.mutate(…)`. */
function sendersIn(node: ts.Node): ReadonlySet<string> {
  const found: string[] = []
  const visit = (child: ts.Node): void => {
    if (ts.isVariableDeclaration(child) && child.initializer && ts.isArrowFunction(child.initializer)) {
      if (isSending(child.initializer)) found.push(child.name.getText())
    }
    ts.forEachChild(child, visit)
  }
  visit(node)
  return new Set(found)
}

const isSending = (node: ts.Node) => /\bmutate\(/.test(node.getText())

/** `onClick={() => ban.mutate(user)}`, `onClick={extend}`, `onSelect: () => save.mutate(…)`. */
function sendsChange(node: ts.Node, senders: ReadonlySet<string>): boolean {
  if (!ts.isJsxAttribute(node) && !ts.isPropertyAssignment(node)) return false
  if (!handlers.has(node.name.getText())) return false
  return isSending(node) || senders.has(/=?{?(\w+)}?$/.exec(node.initializer?.getText() ?? '')?.[1] ?? '')
}

/** `{...dialog(create, bodyOf)}` */
const spreadsForm = (node: ts.Node) => ts.isJsxSpreadAttribute(node) && /\bdialog\b/.test(node.expression.getText())
