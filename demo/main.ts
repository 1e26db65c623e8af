import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPrivateFiles } from '../src/server/lib/private-files.ts'
import { seedDemo } from './seed.ts'
import { runClients } from './simulated-clients.ts'
import { runShop } from './simulated-shop.ts'

const server = fileURLToPath(new URL('../src/server/main.ts', import.meta.url))

/**
 * Seeds a temporary data folder, starts the real server on it, and lets simulated clients log in until it is stopped.
 */
async function main(): Promise<void> {
  createPrivateFiles()
  const dataDir = await mkdtemp(join(tmpdir(), 'keywright-demo-'))
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const seeded = await seedDemo(dataDir)
  const { DATABASE_URL: _database, ...environment } = process.env
  const child = spawn(process.execPath, [server], {
    env: { ...environment, DATA_DIR: dataDir, DEMO_MODE: 'true', RATE_LIMIT_SCALE: '100' },
    stdio: ['inherit', 'pipe', 'inherit'],
  })
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  // Ctrl+C reaches the server too; this process waits until it has ended.
  process.on('SIGINT', () => undefined)
  const origin = await originOf(child.stdout)
  const [customer] = seeded.applications[0]?.users ?? []
  process.stdout.write(
    '  The demo is ready: open the address above and press "Sign in to the demo".\n' +
      `  A customer's portal: ${origin}/portal/my-game, as ${customer?.username} with the password "${seeded.password}".\n\n`,
  )
  const clients = runClients(origin, seeded)
  const shop = runShop(origin, seeded.applications[0]?.shop)
  child.on('exit', (code) => {
    clients.stop()
    shop.stop()
    process.exit(code ?? 1)
  })
}

/** Forwards the server's output, and finds the address in it. */
function originOf(output: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  return new Promise((resolve) => {
    output.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk)
      text += chunk.toString()
      const origin = /(http:\/\/\S+:\d+)/.exec(text)?.[1]
      if (origin && text.includes('Stop it with')) resolve(origin)
    })
  })
}

await main()
