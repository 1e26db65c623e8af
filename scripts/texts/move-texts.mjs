import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { areaOf, findTextsIn, isSource } from './find-texts.mjs'

/**
 * Moves the texts that stand in the code of screens into the file of their area, and leaves `texts.name` in their
 * place: `node scripts/texts/move-texts.mjs src/web/features/app-users`. Run `npx biome check --write src/web` after it.
 */

const root = join(fileURLToPath(new URL('../..', import.meta.url)))
const wanted = process.argv.slice(2)
const files = globSync('src/web/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => isSource(file) && wanted.some((path) => file === path || file.startsWith(`${path}/`)))
  .sort()

const program = ts.createProgram(
  globSync('src/web/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !/\.test\./.test(file))
    .map((file) => join(root, file)),
  {
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    noUncheckedIndexedAccess: true,
    types: [],
  },
)
const checker = program.getTypeChecker()

/** The texts of an area: name → its right side, and the right side → its name. */
const areas = new Map()
function areaTexts(area) {
  let texts = areas.get(area)
  if (texts === undefined) {
    texts = { byName: new Map(), byCode: new Map(), imports: new Set() }
    const path = join(root, `src/web/texts/${area}.ts`)
    if (existsSync(path)) {
      const source = readFileSync(path, 'utf8')
      const file = ts.createSourceFile(path, source, ts.ScriptTarget.ESNext, true)
      for (const statement of file.statements) {
        if (!ts.isVariableStatement(statement)) continue
        const [{ name, initializer }] = statement.declarationList.declarations
        texts.byName.set(name.getText(), initializer.getText())
        texts.byCode.set(initializer.getText(), name.getText())
      }
      for (const [, name] of source.matchAll(/\b(format\w+)\(/g)) texts.imports.add(name)
    }
    areas.set(area, texts)
  }
  return texts
}

const reserved = new Set(
  'break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield let static await of'.split(
    ' ',
  ),
)

function nameFor(texts, text, code) {
  const known = texts.byCode.get(code)
  if (known !== undefined) return known
  const words = text
    .replaceAll(/\{[^}]*\}/g, ' ')
    .replaceAll(/['’]/g, '')
    .normalize('NFKD')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) =>
      word === word.toUpperCase() && /[A-Z]{2}/.test(word) ? word[0] + word.slice(1).toLowerCase() : word,
    )
  const camel = (count) => {
    const name = words
      .slice(0, count)
      .map((word, index) => (index === 0 ? word[0].toLowerCase() : word[0].toUpperCase()) + word.slice(1))
      .join('')
    return /^\d/.test(name) || name === '' ? `text${name}` : name
  }
  let count = Math.min(words.length, 4)
  let name = camel(count)
  const isTaken = () => reserved.has(name) || texts.byName.has(name)
  while (isTaken() && count < words.length) name = camel(++count)
  const isFunction = code.startsWith('(')
  if (isTaken()) name = isFunction ? `${name}Of` : `${name}Text`
  for (let number = 2, stem = name; isTaken(); number += 1) name = `${stem}${number}`
  texts.byName.set(name, code)
  texts.byCode.set(code, name)
  return name
}

const quote = (text) =>
  text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
const inTemplate = (text) => text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')

/** 'string', 'number', or undefined for anything else. */
function kindOf(expression) {
  const type = checker.getTypeAtLocation(expression)
  const parts = type.isUnion() ? type.types : [type]
  if (parts.every((part) => part.flags & ts.TypeFlags.StringLike)) return 'string'
  if (parts.every((part) => part.flags & ts.TypeFlags.NumberLike)) return 'number'
  return undefined
}

const unwrap = (node) =>
  ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node) ? unwrap(node.expression) : node

function paramName(node) {
  const inner = unwrap(node)
  if (ts.isIdentifier(inner)) return inner.text
  if (ts.isPropertyAccessExpression(inner)) return inner.name.text
  if (ts.isElementAccessExpression(inner)) return paramName(inner.argumentExpression)
  if (ts.isCallExpression(inner)) {
    if (ts.isPropertyAccessExpression(inner.expression)) return paramName(inner.expression.expression)
    if (inner.arguments.length > 0) return paramName(inner.arguments[0])
  }
  if (ts.isBinaryExpression(inner)) return paramName(inner.left)
  if (ts.isConditionalExpression(inner)) return 'what'
  return 'value'
}

const formats = /^format(Number|Count|Date|DateTime|Percent|Relative)$/

/** One text from parts: strings and expressions. Returns what stands in the code instead. */
function textOf(area, parts, print) {
  const texts = areaTexts(area)
  if (parts.every((part) => typeof part === 'string')) {
    const text = parts.join('')
    return `texts.${nameFor(texts, text, quote(text))}`
  }
  const params = []
  const args = []
  const take = (expression, type) => {
    const wantedName = paramName(expression).replace(/^(texts|words)$/, 'text')
    let name = reserved.has(wantedName) ? `${wantedName}Text` : wantedName
    const same = args.indexOf(print(expression))
    if (same >= 0 && params[same].type === type) return params[same].name
    for (let number = 2, stem = name; params.some((param) => param.name === name) || formats.test(name); number += 1)
      name = `${stem}${number}`
    params.push({ name, type })
    args.push(print(expression))
    return name
  }
  const body = parts
    .map((part) => {
      if (typeof part === 'string') return inTemplate(part)
      const node = unwrap(part)
      if (
        ts.isCallExpression(node) &&
        area !== 'ui' &&
        ts.isIdentifier(node.expression) &&
        formats.test(node.expression.text) &&
        node.arguments.length > 0 &&
        kindOf(node.arguments[0]) !== undefined &&
        node.arguments.slice(1).every((argument) => ts.isStringLiteral(argument) || kindOf(argument) === 'string')
      ) {
        const [first, ...rest] = node.arguments
        texts.imports.add(node.expression.text)
        const given = [
          take(first, kindOf(first)),
          ...rest.map((each) => (ts.isStringLiteral(each) ? each.getText() : take(each, 'string'))),
        ]
        return `\${${node.expression.text}(${given.join(', ')})}`
      }
      return `\${${take(part, kindOf(part) ?? 'string | number')}}`
    })
    .join('')
  const code = `(${params.map(({ name, type }) => `${name}: ${type}`).join(', ')}) => \`${body}\``
  const label = parts.map((part) => (typeof part === 'string' ? part : '{}')).join('')
  return `texts.${nameFor(texts, label, code)}(${args.join(', ')})`
}

const isBlankLiteral = (node) =>
  ts.isJsxExpression(node) &&
  node.expression &&
  ts.isStringLiteral(node.expression) &&
  node.expression.text.trim() === ''

let moved = 0
for (const path of files) {
  const file = program.getSourceFile(join(root, path))
  if (file === undefined) throw new Error(`${path} is not part of the program`)
  const source = file.text
  const found = findTextsIn(file)
  if (found.length === 0) continue
  const area = areaOf(path)
  const isFound = new Map(found.map((each) => [each.node, each]))
  /** @type {{ start: number, end: number, text: string }[]} */
  const edits = []
  const done = new Set()

  /** The source of an expression with the texts inside it replaced. */
  const print = (node) => {
    const inner = []
    const visit = (child) => {
      if (isFound.has(child) && !ts.isJsxText(child)) {
        done.add(child)
        inner.push({ start: child.getStart(file), end: child.getEnd(), text: replacement(child) })
        return
      }
      ts.forEachChild(child, visit)
    }
    visit(node)
    const start = node.getStart(file)
    let text = source.slice(start, node.getEnd())
    for (const edit of inner.sort((a, b) => b.start - a.start))
      text = text.slice(0, edit.start - start) + edit.text + text.slice(edit.end - start)
    return text
  }
  const replacement = (node) => {
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text]
      for (const span of node.templateSpans) parts.push(span.expression, span.literal.text)
      return textOf(
        area,
        parts.filter((part) => part !== ''),
        print,
      )
    }
    return textOf(area, [node.text], print)
  }

  const cook = (text, isFirst, isLast) => {
    let cooked = text
    if (!isFirst) cooked = cooked.replace(/^\s*\n\s*/, '')
    if (!isLast) cooked = cooked.replace(/\s*\n\s*$/, '')
    return cooked
      .replaceAll(/\s*\n\s*/g, ' ')
      .replaceAll('&apos;', "'")
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
  }

  /** A run of children that are text and simple values becomes one text. */
  const doChildren = (children) => {
    let run = []
    const flush = () => {
      while (run.length > 0 && (isBlankLiteral(run[0]) || (ts.isJsxText(run[0]) && run[0].text.trim() === '')))
        run.shift()
      while (
        run.length > 0 &&
        (isBlankLiteral(run.at(-1)) || (ts.isJsxText(run.at(-1)) && run.at(-1).text.trim() === ''))
      )
        run.pop()
      if (run.some((child) => ts.isJsxText(child) && isFound.has(child))) {
        const first = run[0]
        const last = run.at(-1)
        const start = ts.isJsxText(first)
          ? first.pos + (first.text.length - first.text.trimStart().length)
          : first.getStart(file)
        const end = ts.isJsxText(last) ? last.pos + last.text.trimEnd().length : last.getEnd()
        const parts = run.map((child, index) =>
          ts.isJsxText(child)
            ? cook(
                (index === 0 ? (t) => t.trimStart() : (t) => t)(
                  index === run.length - 1 ? child.text.trimEnd() : child.text,
                ),
                index === 0,
                index === run.length - 1,
              )
            : isBlankLiteral(child)
              ? child.expression.text
              : child.expression,
        )
        for (const child of run) if (isFound.has(child)) done.add(child)
        edits.push({ start, end, text: `{${textOf(area, joinStrings(parts), print)}}` })
      }
      run = []
    }
    for (const child of children) {
      const isSimple =
        ts.isJsxText(child) ||
        (ts.isJsxExpression(child) &&
          child.expression !== undefined &&
          child.dotDotDotToken === undefined &&
          (isBlankLiteral(child) || (kindOf(child.expression) !== undefined && !hasJsx(child.expression))))
      if (isSimple) run.push(child)
      else flush()
    }
    flush()
  }

  const visit = (node) => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) doChildren(node.children)
    if (isFound.has(node) && !done.has(node) && !ts.isJsxText(node)) {
      if (isInside(edits, node, file)) return
      const isAttribute = ts.isJsxAttribute(node.parent)
      done.add(node)
      const text = replacement(node)
      edits.push({ start: node.getStart(file), end: node.getEnd(), text: isAttribute ? `{${text}}` : text })
      return
    }
    ts.forEachChild(node, (child) => {
      if (!isInside(edits, child, file)) visit(child)
    })
  }
  visit(file)
  if (edits.length === 0) continue
  moved += edits.length

  const alias = /\btexts\b/.test(source) && !/import \* as texts/.test(source) ? 'areaTexts' : 'texts'
  let out = source
  for (const edit of edits.sort((a, b) => b.start - a.start))
    out =
      out.slice(0, edit.start) +
      (alias === 'texts' ? edit.text : edit.text.replaceAll(/\btexts\./g, 'areaTexts.')) +
      out.slice(edit.end)
  const specifier = posix.relative(dirname(path), `src/web/texts/${area}.ts`)
  const line = `import * as ${alias} from '${specifier.startsWith('.') ? specifier : `./${specifier}`}'\n`
  if (!out.includes(line)) {
    const imports = file.statements.filter((statement) => ts.isImportDeclaration(statement))
    const at = imports.length > 0 ? imports.at(-1).getEnd() + 1 : 0
    out = out.slice(0, at) + line + out.slice(at)
  }
  writeFileSync(join(root, path), out)
}

for (const [area, { byName, imports }] of areas) {
  const lines = [...byName].map(([name, code]) => `export const ${name} = ${code}`)
  const used = [...imports].sort()
  const head = used.length > 0 ? `import { ${used.join(', ')} } from '../ui/text/format.ts'\n\n` : ''
  writeFileSync(join(root, `src/web/texts/${area}.ts`), `${head}${lines.join('\n')}\n`)
}
console.log(`${moved} texts moved, ${areas.size} areas`)

function joinStrings(parts) {
  const joined = []
  for (const part of parts) {
    if (typeof part === 'string' && typeof joined.at(-1) === 'string') joined.push(joined.pop() + part)
    else if (part !== '') joined.push(part)
  }
  return joined
}

function hasJsx(node) {
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) return true
  return ts.forEachChild(node, hasJsx) ?? false
}

function isInside(edits, node, file) {
  const start = node.getStart(file)
  return edits.some((edit) => edit.start <= start && node.getEnd() <= edit.end)
}
