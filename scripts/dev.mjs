import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureReady } from './ensure-ready.mjs'
import { childEnvironment, envFileFlag, root, waitForChildren } from './run.mjs'
import { runScript } from './run-script.mjs'

/**
 * Server and web pages, both reloading on changes: open the address that Vite prints; it proxies /api to the server.
 */
await runScript(async () => {
  const node = await ensureReady({ web: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const start = (/** @type {string[]} */ args) =>
    spawn(node, args, { cwd: root, stdio: 'inherit', env: childEnvironment(node) })
  return waitForChildren([
    start(['--watch', '--watch-preserve-output', ...envFileFlag(), 'src/server/main.ts']),
    start([vite]),
  ])
})
