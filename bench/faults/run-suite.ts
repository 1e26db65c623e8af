import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs a file of the test suite with additional environment variables; returns how many of its tests passed. Its output is
 * shown when one failed.
 */
export async function runSuite(
  file: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly passed: number; readonly failed: number }> {
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
  const child = spawn(process.execPath, [vitest, 'run', file], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await once(child, 'close')
  const [, passed, failed] = /(\d+) passed, (\d+) failed/.exec(output.slice(-400)) ?? []
  if (failed !== '0') process.stderr.write(output)
  return { passed: Number(passed ?? 0), failed: Number(failed ?? 1) }
}
