import { chmod, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../run.mjs'
import { lockedPackages, ownManifest } from './own-manifest.mjs'
import { plainServerFiles } from './plain-javascript.mjs'

/** What a server reads or an operator takes from the package, besides the program. */
const wholeFolders = ['dist/web', 'deploy']
const singleFiles = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  '.env.example',
  'clients/manifest.json',
  'clients/versions.json',
]

/**
 * Writes the package's files: the server as JavaScript, the built pages, the samples, and a manifest of its own. They
 * lie as in the repository, since the program finds some of them by their address.
 * @param {string} stage an empty folder
 * @returns how many files, and what they were made from
 */
export async function stagePackage(stage) {
  const manifest = JSON.parse(await readRoot('package.json'))
  const lock = JSON.parse(await readRoot('package-lock.json'))
  const own = ownManifest(manifest, lock)
  const { samples } = JSON.parse(await readRoot('clients/manifest.json'))
  const code = await plainServerFiles(['src/server/main.ts', 'src/server/cli.ts'])
  const texts = new Map([
    ['package.json', toJson(own)],
    ['npm-shrinkwrap.json', toJson(lockedPackages(lock, own))],
    ...code,
  ])
  for (const [file, text] of texts) await writeStaged(join(stage, file), text)

  const copied = [
    ...singleFiles,
    ...samples.flatMap(
      (/** @type {{ file: string, library?: string, parts?: string[] }} */ { file, library, parts = [] }) =>
        [...parts, ...(library === undefined ? [] : [library]), file].map((each) => `clients/${each}`),
    ),
  ]
  for (const folder of wholeFolders) copied.push(...(await filesBelow(folder)))
  for (const file of copied) await copyStaged(file, join(stage, file))
  const program = join(stage, 'bin', 'keywright.mjs')
  await copyStaged('scripts/release/bin/keywright.mjs', program)
  await chmod(program, 0o755)
  return { count: texts.size + copied.length + 1, lock, own }
}

const readRoot = (/** @type {string} */ file) => readFile(join(root, file), 'utf8')
const toJson = (/** @type {unknown} */ value) => `${JSON.stringify(value, null, 2)}\n`

/**
 * @param {string} path
 * @param {string} text
 */
async function writeStaged(path, text) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  // whatever this machine lets new files be
  await chmod(path, 0o644)
}

/**
 * @param {string} file
 * @param {string} path
 */
async function copyStaged(file, path) {
  await mkdir(dirname(path), { recursive: true })
  await copyFile(join(root, file), path)
  await chmod(path, 0o644)
}

/**
 * @param {string} folder
 * @returns {Promise<string[]>} without hidden files: none of them is served
 */
async function filesBelow(folder) {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}
