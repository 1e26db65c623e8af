import { tmpdir } from 'node:os'
import { ensureReady } from './ensure-ready.mjs'
import { fetchedPostgres, fetchPostgres } from './fetch-postgres.mjs'
import { findPostgres } from './find-postgres.mjs'
import { runInForeground } from './run.mjs'
import { runScript } from './run-script.mjs'
import { tmpfsFolder } from './tmpfs-folder.mjs'

await runScript(async () => {
  const node = await ensureReady({ web: false })
  const fetched = await fetchedPostgres()
  if (!process.env.TEST_POSTGRES_URL && !(await findPostgres(fetched ? [fetched] : []))) await fetchPostgres()
  const folder = process.env.TMPDIR ?? tmpfsFolder() ?? tmpdir()
  return runInForeground(node, ['test/mutation/main.ts', ...process.argv.slice(2)], { TMPDIR: folder })
})
