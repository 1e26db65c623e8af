import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureReady } from './ensure-ready.mjs'
import { root, runInForeground } from './run.mjs'
import { runScript } from './run-script.mjs'

/**
 * Makes the files of a release in `release/`, or in the folder that is given. Publishes nothing. `--archives` names the
 * platforms whose archive with a Node of its own is made: `all` without it, `none`, or some of
 * `scripts/node-versions.json`. `--sign` is an OpenSSH key that signs the hashes.
 */
await runScript(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { archives: { type: 'string', default: 'all' }, sign: { type: 'string', default: '' } },
  })
  const node = await ensureReady({ web: true })
  const folder = resolve(root, positionals[0] ?? 'release')
  // Turning TypeScript into JavaScript takes the Node that runs the product.
  return runInForeground(node, ['scripts/release/make-release.mjs', folder, values.archives, values.sign])
})
