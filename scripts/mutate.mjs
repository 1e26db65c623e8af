import { tmpdir } from 'node:os'
import { ensureReady } from './ensure-ready.mjs'
import { runInForeground } from './run.mjs'
import { runScript } from './run-script.mjs'
import { tmpfsFolder } from './tmpfs-folder.mjs'

await runScript(async () => {
  const node = await ensureReady({ web: false })
  const folder = process.env.TMPDIR ?? tmpfsFolder() ?? tmpdir()
  return runInForeground(node, ['test/mutation/main.ts', ...process.argv.slice(2)], { TMPDIR: folder })
})
