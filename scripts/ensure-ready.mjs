import { ensurePackages } from './ensure-packages.mjs'
import { ensureWebBuild } from './ensure-web-build.mjs'
import { supportedNode } from './supported-node.mjs'

/**
 * Makes a fresh clone ready: a Node new enough, the packages, the built pages. What is there already costs a few
 * milliseconds and needs no network. Everything in scripts/ runs on Node 18, before any of this is there.
 * @param {{ web: boolean }} needs
 * @returns {Promise<string>} path of the Node that runs the product
 */
export async function ensureReady({ web }) {
  const node = await supportedNode()
  await ensurePackages(node)
  if (web) await ensureWebBuild(node)
  return node
}
