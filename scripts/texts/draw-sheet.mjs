import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { findTexts } from './find-texts.mjs'

/** Where else than on the screens texts are: responses, the API document, e-mails, chat messages, the command line. */
const others = [
  'src/shared/errors.ts',
  'src/shared/messages.ts',
  'src/shared/{outcomes,contract}/*.ts',
  'src/shared/{administration,rights,webhook-payload,webhook-formats}.ts',
  'src/server/{main,cli,config}.ts',
  'src/server/commands/*.ts',
  'src/server/features/**/*.ts',
  'src/server/lib/passwords/*.ts',
  'src/server/events/webhooks/{formats,send}/*.ts',
]

/**
 * @param {string} root the repository's folder
 * @returns {{ text: string, count: number, files: number }}
 */
export function drawSheet(root) {
  const read = (/** @type {string} */ path) => readFileSync(join(root, path), 'utf8')
  const list = (/** @type {string[]} */ patterns) =>
    globSync(patterns, { cwd: root })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !/\.(test|d)\.tsx?$/.test(path))
      .sort()
  /** @type {Map<string, Map<string, string>>} */
  const areas = new Map()
  const areaTexts = (/** @type {string} */ area) => {
    const known = areas.get(area)
    if (known !== undefined) return known
    const texts = constantsOf(read(`src/web/texts/${area}.ts`))
    areas.set(area, texts)
    return texts
  }
  /** @type {[path: string, texts: readonly string[]][]} */
  const parts = []
  for (const path of list(['src/web/**/*.{ts,tsx}'])) {
    if (path.startsWith('src/web/texts/')) continue
    const source = read(path)
    const own = findTexts(path, source).map(({ text }) => text)
    const [, area] = /\/texts\/([\w-]+)\.ts'/.exec(source) ?? []
    parts.push([path, area === undefined ? own : [...used(source, areaTexts(area)), ...own]])
  }
  for (const path of list(others)) {
    parts.push([path, findTexts(path, read(path), { withErrors: true }).map(({ text }) => text)])
  }
  const shown = parts.filter(([, texts]) => texts.length > 0)
  const lines = shown.flatMap(([path, texts]) => [`## ${path}`, '', ...texts.map((text) => `- ${text}`), ''])
  return {
    text: `# All texts, screen by screen\n\n${lines.join('\n')}`,
    count: shown.reduce((sum, [, texts]) => sum + texts.length, 0),
    files: shown.length,
  }
}

/**
 * The texts of an area by their names; a value stands as `{name}`.
 * @param {string} source
 */
function constantsOf(source) {
  /** @type {Map<string, string>} */
  const texts = new Map()
  const file = ts.createSourceFile('texts.ts', source, ts.ScriptTarget.ESNext, true)
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      const value = initializer !== undefined && ts.isArrowFunction(initializer) ? initializer.body : initializer
      if (value === undefined) continue
      const text = ts.isStringLiteralLike(value) ? value.text : value.getText().slice(1, -1).replaceAll('${', '{')
      texts.set(name.getText(), text)
    }
  }
  return texts
}

/**
 * The texts that a file shows, in the order of its lines.
 * @param {string} source
 * @param {Map<string, string>} texts
 */
function used(source, texts) {
  const names = [...source.matchAll(/\b(?:texts|areaTexts)\.(\w+)/g)].map(([, name = '']) => name)
  return [...new Set(names)].flatMap((name) => texts.get(name) ?? [])
}
