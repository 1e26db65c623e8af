import { existsSync, realpathSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { capture, childEnvironment } from './run.mjs'

const flags = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error']

/**
 * Runs this machine's npm, with its configured registry, under the given Node. Under an older Node, npm would skip
 * optional packages that need a newer one, such as native parts of the web build.
 * @param {string} node
 * @param {string[]} args
 */
export function npm(node, args) {
  const env = childEnvironment(node)
  const program = npmProgram()
  if (program) return capture(node, [program, ...args, ...flags], { env })
  if (process.platform !== 'win32') return capture('npm', [...args, ...flags], { env })
  // on Windows npm is a .cmd file, which needs a shell
  const quoted = [...args, ...flags].map((word) => `"${word}"`)
  return capture('npm.cmd', quoted, { env, shell: true })
}

/** npm's own program file: known inside `npm start`, else found through PATH or beside this Node. */
function npmProgram() {
  const folders = (process.env.PATH ?? process.env.Path ?? '').split(delimiter)
  const candidates = [
    process.env.npm_execpath ?? '',
    ...folders.map((folder) => join(folder, 'npm')),
    join(dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ]
  const real = candidates.filter((path) => path !== '' && existsSync(path)).map((path) => realpathSync(path))
  return real.find((path) => basename(path) === 'npm-cli.js')
}

/**
 * The first lines of npm's output, for an error message: the cause comes before the trace.
 * @param {string} output
 */
export function npmErrorOutput(output) {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '' && !/^npm warn/i.test(line))
  return `npm said:\n${lines
    .slice(0, 12)
    .map((line) => `  ${line}`)
    .join('\n')}`
}
