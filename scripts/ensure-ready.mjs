import { ensurePackages } from './ensure-packages.mjs'
import { ensureWebBuild } from './ensure-web-build.mjs'
import { supportedNode } from './supported-node.mjs'

/**
 * Makes a fresh clone ready: a recent Node, the packages, the web build. If everything is present this takes some
 * milliseconds and no network. Everything in scripts/ runs on Node 18, because it runs before any of this exists.
 * @param {{ web: boolean }} needs
 * @returns {Promise<string>} path of the Node that runs the product
 */
export async function ensureReady({ web }) {
  const node = await supportedNode()
  await ensurePackages(node)
  if (web) await ensureWebBuild(node)
  return node
}
