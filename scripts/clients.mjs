import { resolve } from 'node:path'
import { ensureReady } from './ensure-ready.mjs'
import { root, runInForeground } from './run.mjs'
import { runScript } from './run-script.mjs'

/** Makes the client packages of all languages in `packages/`, or in the folder that is given. Publishes nothing. */
await runScript(async () => {
  const node = await ensureReady({ web: false })
  const folder = resolve(root, process.argv[2] ?? 'packages')
  return runInForeground(node, ['scripts/client-packages/make-packages.mjs', folder])
})
