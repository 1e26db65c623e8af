import { resolve } from 'node:path'
import { ensureReady } from './ensure-ready.mjs'
import { root, runInForeground } from './run.mjs'
import { runScript } from './run-script.mjs'

/** Makes the files of a release in `release/`, or in the folder that is given. Publishes nothing. */
await runScript(async () => {
  const node = await ensureReady({ web: true })
  const folder = resolve(root, process.argv[2] ?? 'release')
  // Turning TypeScript into JavaScript takes the Node that runs the product.
  return runInForeground(node, ['scripts/release/make-release.mjs', folder])
})
