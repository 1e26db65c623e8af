import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { atLeast, none, type Row } from '../figure.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const leastCalls = 12_800

export async function roleMatrix(): Promise<readonly Row[]> {
  const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
  const child = spawn(process.execPath, [vitest, 'run', 'test/contract/role-matrix.test.ts', '--test-timeout=300000'], {
    cwd: root,
    env: { ...process.env, ROLE_SETS: 'all' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) process.stderr.write(output)
  const calls = Number(/(\d+) calls: /.exec(output)?.[1] ?? 0)
  return [
    { name: 'calls', values: [calls], digits: 0, target: atLeast(leastCalls) },
    none('runs that failed', code === 0 ? 0 : 1),
  ]
}
