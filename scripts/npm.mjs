import { basename } from 'node:path'
import { capture } from './run.mjs'

/**
 * Runs the npm of this machine, whichever registry it is set up for. Inside `npm start` its own program file is known,
 * which spares a shell and its quoting (npm is a .cmd file on Windows).
 * @param {string[]} args
 */
export function npm(args) {
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const program = process.env.npm_execpath
  if (program && basename(program) === 'npm-cli.js') return capture(process.execPath, [program, ...args, ...quiet])
  if (process.platform !== 'win32') return capture('npm', [...args, ...quiet])
  const quoted = [...args, ...quiet].map((word) => `"${word}"`)
  return capture('npm.cmd', quoted, { shell: true })
}

/**
 * The last lines npm printed, for a message about what failed.
 * @param {string} output
 */
export function lastLines(output) {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '')
  return lines
    .slice(-8)
    .map((line) => `  ${line}`)
    .join('\n')
}
