import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join, posix } from 'node:path'
import { root } from '../run.mjs'

/** Each way in which one file names another: imports of both kinds, and the addresses of workers and child processes. */
const named = /(\bfrom\s+|\bimport\s+|\bimport\(\s*|\bnew URL\(\s*)'(\.{1,2}\/[^'\n]+)\.ts'/g

/**
 * The program's files as JavaScript, from where it starts: Node runs no TypeScript below `node_modules`. A bundle would
 * lose the files that are found by their address, so each one stays, with its lines where they were.
 * @param {readonly string[]} starts paths from the root
 * @returns {Promise<Map<string, string>>} text by path, in order
 */
export async function plainServerFiles(starts) {
  /** @type {Map<string, string>} */
  const plain = new Map()
  const waiting = [...starts]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (plain.has(nameOf(file))) continue
    const { code, others } = plainJavaScript(file, await readFile(join(root, file), 'utf8'))
    plain.set(nameOf(file), code)
    waiting.push(...others)
  }
  return new Map([...plain].sort(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * @param {string} file
 * @param {string} source
 */
function plainJavaScript(file, source) {
  const stripped = withoutWarning(() => stripTypeScriptTypes(source, { mode: 'strip' }))
  /** @type {string[]} */
  const others = []
  const code = stripped.replaceAll(named, (_whole, before, name) => {
    others.push(posix.join(posix.dirname(file), `${name}.ts`))
    return `${before}'${name}.js'`
  })
  const missing = others.find((other) => !existsSync(join(root, other)))
  if (missing !== undefined) throw new Error(`${file} names ${missing}, which does not exist`)
  return { code, others }
}

const nameOf = (/** @type {string} */ file) => file.replace(/\.ts$/, '.js')

/**
 * Node calls the function experimental, once for each process; that it works is what the tests of a release show.
 * @template T
 * @param {() => T} act
 */
function withoutWarning(act) {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return act()
  } finally {
    process.emitWarning = emitWarning
  }
}
