import { ensureReady } from './ensure-ready.mjs'
import { envFileFlag, runInForeground } from './run.mjs'
import { runScript } from './run-script.mjs'

await runScript(async () => {
  const node = await ensureReady({ web: false })
  return runInForeground(node, [...envFileFlag(), 'src/server/cli.ts', ...process.argv.slice(2)])
})
