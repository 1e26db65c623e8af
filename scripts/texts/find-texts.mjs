import ts from 'typescript'

/**
 * A text that a reader of the screen sees, as one node of the source.
 * @typedef {{ kind: 'jsx' | 'attribute' | 'string' | 'template', text: string, line: number, start: number, end: number,
 *   node: import('typescript').Node, name: string }} Found
 */

/** Files that hold code for a reader, names of products, or one chapter of prose each, which is a text as a whole. */
const exempt =
  /^src\/web\/(features\/docs\/|features\/code-editor\/system-files|features\/webhooks\/verification-code|features\/api-config\/verify-signature|ui\/text\/(curl-command|agent-name)|texts\/)/

/** Whether a file of the web may hold texts that belong into a file of `src/web/texts`. */
export const isSource = (/** @type {string} */ path) =>
  /^src\/web\/.*\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path) && !exempt.test(path)

/** The area whose file in `src/web/texts` holds the texts of a file. */
export function areaOf(/** @type {string} */ path) {
  const [first = '', second = ''] = path.replace('src/web/', '').split('/')
  if (first === 'features' || (first === 'common' && !second.includes('.'))) return second
  return first.includes('.') ? 'app' : first
}

/** Attributes whose value is for the browser or for code, never read by a person. */
const technicalAttributes = new Set(
  `key ref id className style href src srcSet sizes type name role rel target as is lang dir htmlFor method action accept
  autoComplete autoCapitalize inputMode spellCheck enterKeyHint tabIndex variant size tone needs side align from to path
  width height viewBox fill stroke strokeWidth strokeLinecap strokeLinejoin d points transform pattern charSet content
  property loading decoding fetchPriority media crossOrigin value defaultValue columnKey sort show layout section kind
  field language position orientation textAnchor dominantBaseline preserveAspectRatio icon shape params data format mode
  aria-live aria-haspopup aria-controls aria-labelledby aria-describedby aria-current aria-sort aria-autocomplete
  aria-hidden aria-orientation aria-relevant aria-expanded clipPath x y r cx cy colSpan listKey scope direction wrap
  focusName hash area topic keys code route state view event surface storageKey`
    .split(/\s+/)
    .filter((name) => name !== ''),
)

/** Calls whose arguments are for code. */
const technicalCalls =
  /^(cn|classes|clsx|api\w*|fetch|setAttribute|getAttribute|removeAttribute|querySelector(All)?|closest|matches|matchMedia|addEventListener|removeEventListener|createElement|createElementNS|getElementById|import|URL|Error|TypeError|RangeError|RegExp|Set|includes|startsWith|endsWith|indexOf|split|replace|replaceAll|getItem|setItem|removeItem|CustomEvent|Event|dispatchEvent|NumberFormat|DateTimeFormat|PluralRules|RelativeTimeFormat|toLocaleString|match|test|getContext|useQueryKey|require|postMessage|broadcast)$/

/** Selectors, requests and class names, which look like words. */
const isCode = (/** @type {string} */ text) =>
  /:not\(|:disabled|\[role=|\[&|-\[|data-|\(min-width|^curl -X|^-H '|^[\w-]+: \S+$|^a, button|^button, |\n/.test(text)

const hasWord = (/** @type {string} */ text) => /\p{L}{2}/u.test(text)

/** What reads as prose: words with a space between them, or one capitalized word. */
const isProse = (/** @type {string} */ text) =>
  hasWord(text) &&
  !isCode(text) &&
  !/^(GET|POST|PUT|PATCH|DELETE|HEAD) \//.test(text) &&
  !/^(https?|data|mailto):/.test(text) &&
  (/^[\p{Lu}“(][^\n]*\s\S/u.test(text) ||
    /\p{L}{2,}[,:;]? \p{L}/u.test(text) ||
    /^\p{Lu}\p{Ll}*(-\p{L}\p{Ll}*)*[.…]*$/u.test(text))

const isStyle = (/** @type {string} */ text) =>
  /(^|\s)(-?[a-z]+:)*(-?(flex|grid|block|inline|absolute|relative|sticky|fixed|hidden|contents|truncate|sr-only|underline|italic|grow|uppercase|tabular-nums|transition\S*|(min-|max-)?[whpm][xytblr]?-\S+|text-\S+|bg-\S+|border\S*|rounded\S*|gap-\S+|items-\S+|justify-\S+|font-\S+|size-\S+|shrink\S*|outline\S*|ring\S*|z-\S+|top-\S+|inset-\S+|col-\S+|space-\S+|cursor-\S+|opacity-\S+|overflow-\S+|break-\S+|whitespace-\S+|self-\S+|fill-\S+|stroke-\S+|shadow\S*|divide-\S+|animate-\S+|duration-\S+|scale-\S+|place-\S+|basis-\S+|leading-\S+|origin-\S+|order-\S+|scroll-\S+|snap-\S+|backdrop\S*|pointer-events-\S+|select-\S+|align-\S+|aspect-\S+|line-clamp-\S+|object-\S+|table-\S+|translate-\S+|rotate-\S+|decoration-\S+|accent-\S+|list-\S+|appearance-\S+|resize\S*|sm|md|lg|xl))(\s|$)/.test(
    text,
  ) && !/[.,?!:;]\s|[.?!…]$|^\p{Lu}/u.test(text)

/**
 * The name of what a call calls.
 * @param {import('typescript').Node} node
 */
function calledName(node) {
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return ''
  const called = node.expression
  if (called.kind === ts.SyntaxKind.ImportKeyword) return 'import'
  if (ts.isIdentifier(called)) return called.text
  return ts.isPropertyAccessExpression(called) ? called.name.text : ''
}

/**
 * Whether a string stands where only code reads it: a name of a module, a key, an operand of a comparison.
 * @param {import('typescript').Node} node
 * @param {boolean} withErrors
 */
function isForCode(node, withErrors) {
  const { parent } = node
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true
  if (ts.isCaseClause(parent) || ts.isElementAccessExpression(parent) || ts.isTaggedTemplateExpression(parent))
    return true
  if (ts.isBinaryExpression(parent) && /^([!=]==?|<|>|in)$/.test(parent.operatorToken.getText())) return true
  if ((ts.isPropertyAssignment(parent) || ts.isPropertySignature(parent)) && parent.name === node) return true
  if (ts.isCallExpression(parent) && calledName(parent) === 'action' && parent.arguments[0] === node) return true
  for (let above = parent, child = node; above !== undefined; child = above, above = above.parent) {
    if (ts.isTypeNode(above)) return true
    if (ts.isThrowStatement(above)) return !withErrors
    if (ts.isJsxAttribute(above)) return technicalAttributes.has(attributeName(above))
    if (
      (ts.isCallExpression(above) || ts.isNewExpression(above)) &&
      child !== above.expression &&
      technicalCalls.test(calledName(above)) &&
      !(withErrors && calledName(above) === 'Error')
    )
      return true
    if (
      ts.isPropertyAssignment(above) &&
      /^(className|id|key|queryKey|href|method|credentials|dateStyle|timeStyle|month|weekday)$/.test(
        above.name.getText(),
      )
    )
      return true
    if (ts.isTemplateExpression(above) && child !== above && isStyle(above.getText())) return true
    if (ts.isStatement(above) || ts.isArrowFunction(above) || ts.isJsxElement(above)) return false
  }
  return false
}

const attributeName = (/** @type {import('typescript').JsxAttribute} */ node) => node.name.getText()

/** A template's text with `{…}` for each value. */
const templateText = (/** @type {import('typescript').TemplateExpression} */ node) =>
  node.head.text + node.templateSpans.map(({ expression, literal }) => `{${short(expression)}}${literal.text}`).join('')

const short = (/** @type {import('typescript').Expression} */ node) => {
  const text = node.getText().replaceAll(/\s+/g, ' ')
  return text.length > 60 ? '…' : text
}

/** The text of a JSX child as the browser shows it. */
const jsxTextOf = (/** @type {string} */ text) =>
  text
    .trim()
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('&apos;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&')

/**
 * All texts of a source file that a person may read on the screen, in their order.
 * @param {string} path
 * @param {string} source
 * @param {{ withErrors?: boolean }} options
 * @returns {Found[]}
 */
export function findTexts(path, source, { withErrors = false } = {}) {
  const file = ts.createSourceFile(
    path,
    source,
    ts.ScriptTarget.ESNext,
    true,
    path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  )
  return findTextsIn(file, withErrors)
}

/**
 * @param {import('typescript').SourceFile} file
 * @param {boolean} withErrors whether the texts of thrown errors count, as they do where a response shows them
 * @returns {Found[]}
 */
function findTextsIn(file, withErrors = false) {
  /** @type {Found[]} */
  const found = []
  const add = (
    /** @type {Found['kind']} */ kind,
    /** @type {import('typescript').Node} */ node,
    /** @type {string} */ text,
    name = '',
  ) => {
    const start = node.getStart(file)
    found.push({
      kind,
      text,
      name,
      node,
      start,
      end: node.getEnd(),
      line: file.getLineAndCharacterOfPosition(start).line + 1,
    })
  }
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    if (ts.isJsxText(node)) {
      const text = jsxTextOf(node.text)
      if (/\p{L}/u.test(text)) {
        const start = node.pos + (node.text.length - node.text.trimStart().length)
        found.push({
          kind: 'jsx',
          text,
          name: '',
          node,
          start,
          end: start + node.text.trim().length,
          line: file.getLineAndCharacterOfPosition(start).line + 1,
        })
      }
      return
    }
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      const inAttribute = ts.isJsxAttribute(node.parent)
      if (inAttribute) {
        const name = attributeName(node.parent)
        if (
          !technicalAttributes.has(name) &&
          !name.startsWith('data-') &&
          hasWord(node.text) &&
          (isProse(node.text) ||
            /^(label|title|description|text|hint|placeholder|aria-label|alt|submitText|busyText|confirmText|pendingText|name)$/.test(
              name,
            ))
        )
          add('attribute', node, node.text, name)
      } else if (isProse(node.text) && !isStyle(node.text) && !isForCode(node, withErrors))
        add('string', node, node.text)
      return
    }
    if (ts.isTemplateExpression(node)) {
      const text = templateText(node)
      const words = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' x ')
      const only = words.replaceAll(/ x /g, ' ')
      if (!isForCode(node, withErrors) && !isStyle(words) && /\p{L}{2}/u.test(only) && isTemplateProse(node)) {
        add('template', node, text)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** @param {import('typescript').TemplateExpression} node */
function isTemplateProse(node) {
  const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
  const whole = parts.join('0')
  if (isCode(whole)) return false
  if (/^(GET|POST|PUT|PATCH|DELETE) \//.test(whole) || /^(https?:|\/|\?|&|#|\.)/.test(whole) || /[?&]\w+=0/.test(whole))
    return false
  return parts.some((part) => /\p{L}{2,}[,.:;?!]? | \p{L}{2,}[.…?!]?$| \p{L}{2,}/u.test(part))
}
