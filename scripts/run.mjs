import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The environment of all started programs: the right Node comes first in PATH, however Windows spells that name.
 * @param {string} node
 */
export function childEnvironment(node) {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH'
  return { ...process.env, [name]: `${dirname(node)}${delimiter}${process.env[name] ?? ''}` }
}

/** Node's flag for the settings in .env, if the file exists; environment variables take precedence. */
export function envFileFlag() {
  return existsSync(join(root, '.env')) ? ['--env-file=.env'] : []
}

/**
 * Runs a program to its end and returns its output.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} code 127 when the program could not be started
 */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const append = (/** @type {Buffer} */ chunk) => {
      output += chunk
    }
    child.stdout?.on('data', append)
    child.stderr?.on('data', append)
    child.on('error', (error) => resolve({ code: 127, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/**
 * Runs a program with this terminal and forwards signals; resolves to its exit code.
 * @param {string} node
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extra]
 * @returns {Promise<number>}
 */
export function runInForeground(node, args, extra = {}) {
  const child = spawn(node, args, { cwd: root, stdio: 'inherit', env: { ...childEnvironment(node), ...extra } })
  return waitForChildren([child])
}

/**
 * Forwards signals to the children and waits: when one of them ends, the others are stopped, and its exit code is
 * returned.
 * @param {import('node:child_process').ChildProcess[]} children
 * @returns {Promise<number>}
 */
export function waitForChildren(children) {
  const running = new Set(children)
  const signalAll = (/** @type {NodeJS.Signals} */ signal) => {
    for (const child of running) child.kill(signal)
  }
  process.on('SIGTERM', () => signalAll('SIGTERM'))
  process.on('SIGHUP', () => signalAll('SIGHUP'))
  // In a terminal Ctrl+C reaches the whole group: the children have it already, and a second signal could mean "stop at
  // once".
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) signalAll('SIGINT')
  })
  if (process.env.npm_lifecycle_event) onParentExit(() => signalAll('SIGTERM'))
  return new Promise((resolve, reject) => {
    /** @type {number | undefined} */
    let first
    for (const child of children) {
      child.on('error', reject)
      child.on('exit', (code, signal) => {
        running.delete(child)
        first ??= code ?? 128 + (signal ? constants.signals[signal] : 0)
        if (running.size === 0) resolve(first)
        else signalAll('SIGTERM')
      })
    }
  })
}

/**
 * npm often ends on a signal without forwarding it: the shell between swallows it. Then this process notices that its
 * parent is gone.
 * @param {() => void} act
 */
function onParentExit(act) {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, 500)
  timer.unref()
}

/** The folder of the clone. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))
