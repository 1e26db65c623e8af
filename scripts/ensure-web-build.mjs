import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compressFiles } from './compress-files.mjs'
import { capture, childEnvironment, root } from './run.mjs'
import { step, UserFacingError } from './run-script.mjs'

const built = join(root, 'dist', 'web')
const stampFile = join(built, '.stamp')
/** The entry pages: the dashboard, the landing page for visitors, the customers' portal, and the guide. */
const configs = ['vite.config.ts', 'vite.landing.config.ts', 'vite.portal.config.ts', 'vite.guide.config.ts']
const builders = [
  ...configs,
  'vite.highlight-samples.ts',
  'vite.sample-excerpts.ts',
  'src/server/lib/shipped-samples.ts',
  'scripts/client-packages',
  'scripts/compress-files.mjs',
  'LICENSE',
  'package-lock.json',
]
/** The tables of the server that the guide shows. */
const shownTables = [
  'src/server/config.ts',
  'src/server/lib/limits',
  'src/server/features/imports',
  'src/server/events/webhooks/formats',
]
const sources = ['src/web', 'src/shared', 'clients', 'guide', 'docs/guide', ...shownTables, ...builders]

/**
 * Builds the web pages unless dist/web was built from exactly these sources.
 * @param {string} node
 */
export async function ensureWebBuild(node) {
  const stamp = await hashOfSources()
  const isBuilt = existsSync(join(built, 'index.html')) && existsSync(stampFile)
  if (isBuilt && (await readFile(stampFile, 'utf8')) === stamp) return

  await step('Building the pages', async () => {
    const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
    for (const config of configs) {
      const { code, output } = await capture(node, [vite, 'build', '--config', config], { env: childEnvironment(node) })
      if (code !== 0) throw new UserFacingError(`The pages could not be built:\n${output.trim()}`)
    }
    await compressFiles((await filesBelow('dist/web')).map((file) => join(root, file)))
    await writeFile(stampFile, stamp)
  })
}

async function hashOfSources() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesBelow(source)) hash.update(`${file}\n`).update(await readFile(join(root, file)))
  }
  return hash.digest('hex')
}

/**
 * @param {string} path file or folder, relative to the clone
 * @returns {Promise<string[]>} sorted; tests are left out, nothing of them is in the build
 */
async function filesBelow(path) {
  if (!existsSync(join(root, path))) return []
  const entries = await readdir(join(root, path), { withFileTypes: true }).catch(() => undefined)
  if (entries === undefined) return [path]
  const names = entries.filter((entry) => !/^node_modules$|\.test\.tsx?$/.test(entry.name)).map((entry) => entry.name)
  const below = await Promise.all(names.sort().map((name) => filesBelow(`${path}/${name}`)))
  return below.flat()
}
