import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchPackage } from './fetch-package.mjs'
import { capture, root } from './run.mjs'
import { UserFacingError } from './run-script.mjs'

/** The oldest Node that runs the product. */
export const oldest = { major: 24, minor: 15 }
const remedy = `What to do: check that this machine reaches its npm registry (npm ping) and run the command again,
or install Node ${oldest.major}.${oldest.minor} or newer yourself (https://nodejs.org).`

/**
 * The Node that runs the product: this one if it is new enough, else the one in .node/, fetched if missing.
 * @returns {Promise<string>} path of the program
 */
export async function supportedNode() {
  if (isSupported(process.versions.node)) return process.execPath
  const pinned = await pinnedNode()
  const folder = join(root, '.node', pinned.version)
  const node = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(node)) return node

  console.log(`This is Node ${process.versions.node}; Keywright runs on ${oldest.major}.${oldest.minor} or newer.`)
  await fetchPackage(pinned, folder, remedy)
  const { code, output } = await capture(node, ['--version'])
  if (code !== 0)
    throw new UserFacingError(`The fetched Node does not run on this machine:\n${output.trim()}\n\n${remedy}`)
  return node
}

/** @param {string} version */
function isSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > oldest.major || (major === oldest.major && minor >= oldest.minor)
}

/** @returns {Promise<import('./fetch-package.mjs').Pinned>} */
async function pinnedNode() {
  const versions = JSON.parse(await readFile(join(root, 'scripts', 'node-versions.json'), 'utf8'))
  const pinned = versions[`${process.platform}-${process.arch}`]
  if (pinned) return pinned
  throw new UserFacingError(
    `This is Node ${process.versions.node}, and there is no newer one to fetch for ${process.platform} ${process.arch}.\n` +
      `What to do: install Node ${oldest.major}.${oldest.minor} or newer yourself and run the command again.`,
  )
}
