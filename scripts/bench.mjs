import { ensure } from './ensure.mjs'
import { runScript } from './progress.mjs'
import { handOver } from './run.mjs'

await runScript(async () => {
  const node = await ensure({ web: true })
  return handOver(node, ['bench/main.ts', ...process.argv.slice(2)])
})
