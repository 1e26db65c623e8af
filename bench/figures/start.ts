import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { atMost, type Row } from '../figure.ts'
import { seed } from '../seed.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

const starts = 3
const script = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url))

export async function start(): Promise<readonly Row[]> {
  return inTemporaryFolder(async (dataDir) => {
    await seed({ dataDir, users: 2_000, sessionsPerUser: 10 })
    // The first start may have to build the web pages.
    await secondsUntilListening(dataDir)
    const seconds: number[] = []
    for (let turn = 0; turn < starts; turn += 1) seconds.push(await secondsUntilListening(dataDir))
    return [{ name: 'seconds from the command to the open port', values: seconds, digits: 2, target: atMost(3) }]
  })
}

/** Starts the server as `npm start` does, measures the time until it responds, and stops it. */
async function secondsUntilListening(dataDir: string): Promise<number> {
  const startMs = performance.now()
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', DATABASE_URL: '' }
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const gone = once(child, 'exit')
  const abandon = () => child.kill('SIGTERM')
  process.once('exit', abandon)
  let output = ''
  try {
    await new Promise<void>((resolve, reject) => {
      const look = (chunk: Buffer) => {
        output += chunk
        if (output.includes('Stop it with')) resolve()
      }
      child.stdout.on('data', look)
      child.stderr.on('data', look)
      child.once('exit', (code) => reject(new Error(`the start ended with ${code}:\n${output}`)))
    })
    return (performance.now() - startMs) / 1000
  } finally {
    process.off('exit', abandon)
    child.kill('SIGTERM')
    await gone
  }
}
