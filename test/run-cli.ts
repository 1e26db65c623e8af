import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { compileCache } from './own-process.ts'

const cli = fileURLToPath(new URL('../src/server/cli.ts', import.meta.url))

/** Runs a command of the operator to its end. */
export function runCli(dataDir: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    env: { ...compileCache, DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
  })
  return { code: status, text: stdout + stderr }
}
