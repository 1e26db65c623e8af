import { ensure } from './ensure.mjs'
import { runScript } from './progress.mjs'
import { handOver, settingsFile } from './run.mjs'

await runScript(async () => {
  const node = await ensure({ web: false })
  return handOver(node, [...settingsFile(), 'src/server/cli.ts', ...process.argv.slice(2)])
})
