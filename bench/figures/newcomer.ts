import { execFile, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { settings } from '../../src/server/config.ts'
import { hasBrowser, launchBrowser } from '../../test/harness/browser.ts'
import { setupUrlIn, walkAsNewcomer } from '../../test/walks/newcomer-walk.ts'
import { atMost, none, type Row, Unmeasurable } from '../figure.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const windows = process.platform === 'win32'

/** Clones what is committed into an empty folder, with nothing but what `npm start` brings. */
export async function newcomer(): Promise<readonly Row[]> {
  if (!hasBrowser) throw new Unmeasurable('it needs Chromium')
  return inTemporaryFolder(async (folder) => {
    const clone = join(folder, 'keywright')
    await run('git', ['clone', '--quiet', root, clone])
    const startMs = performance.now()
    const server = await npmStart(clone)
    const listeningMs = performance.now()
    const actions = await walk(server.output()).finally(server.stop)
    const doneMs = performance.now()
    const { stdout: edited } = await run('git', ['status', '--porcelain'], { cwd: clone })
    return [
      { name: 'actions after npm start', values: [actions], digits: 0, target: atMost(5) },
      none('files edited', edited.split('\n').filter(Boolean).length),
      { name: 'seconds until the link is printed', values: [(listeningMs - startMs) / 1000], digits: 1 },
      { name: 'seconds from the link to the login', values: [(doneMs - listeningMs) / 1000], digits: 1 },
      { name: 'seconds in all', values: [(doneMs - startMs) / 1000], digits: 1, target: atMost(180) },
    ]
  })
}

async function walk(output: string): Promise<number> {
  const browser = await launchBrowser()
  try {
    return (await walkAsNewcomer(browser, setupUrlIn(output))).actions.length
  } finally {
    await browser.close()
  }
}

/** Nothing of our environment is set but a free port; the package registry is the machine's own setting. */
const newcomersEnvironment = {
  ...process.env,
  ...Object.fromEntries(Object.keys(settings).map((name) => [name, ''])),
  PORT: '0',
}

/** `npm start`; resolves when it has printed everything. */
async function npmStart(folder: string): Promise<{ output(): string; stop(): Promise<void> }> {
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: newcomersEnvironment,
    shell: windows,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Stop it with')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`npm start ended:\n${output}`)))
  })
  return {
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}
