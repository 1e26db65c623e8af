import { ensureReady } from './ensure-ready.mjs'
import { runInForeground } from './run.mjs'
import { runScript } from './run-script.mjs'

/** Takes the pictures of the landing page and the README again, from the demo. */
await runScript(async () => {
  const node = await ensureReady({ web: true })
  return runInForeground(node, ['test/walks/take-pictures.ts'])
})
