import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensure } from './ensure.mjs'
import { runScript } from './progress.mjs'
import { root } from './root.mjs'
import { environment, settingsFile, untilEnd } from './run.mjs'

/** Server and pages, both reloading at a change: open the address Vite prints, it hands /api to the server. */
await runScript(async () => {
  const node = await ensure({ web: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const start = (/** @type {string[]} */ args) =>
    spawn(node, args, { cwd: root, stdio: 'inherit', env: environment(node) })
  return untilEnd([
    start(['--watch', '--watch-preserve-output', ...settingsFile(), 'src/server/main.ts']),
    start([vite]),
  ])
})
