import { ensureReady } from './ensure-ready.mjs'
import { envFileFlag, runInForeground } from './run.mjs'
import { runScript } from './run-script.mjs'
import { serverEnvironment } from './server-environment.mjs'

await runScript(async () => {
  const node = await ensureReady({ web: true })
  const args = [...envFileFlag(), 'src/server/main.ts', ...process.argv.slice(2)]
  return runInForeground(node, args, serverEnvironment())
})
