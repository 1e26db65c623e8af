import { tmpdir } from 'node:os'
import { ensure } from './ensure.mjs'
import { fetchedPostgres, fetchPostgres } from './fetch-postgres.mjs'
import { findPostgres } from './find-postgres.mjs'
import { memoryFolder } from './memory-folder.mjs'
import { runScript } from './progress.mjs'
import { handOver } from './run.mjs'

await runScript(async () => {
  const node = await ensure({ web: false })
  const fetched = await fetchedPostgres()
  if (!process.env.TEST_POSTGRES_URL && !(await findPostgres(fetched ? [fetched] : []))) await fetchPostgres()
  const folder = process.env.TMPDIR ?? memoryFolder() ?? tmpdir()
  return handOver(node, ['test/mutation/main.ts', ...process.argv.slice(2)], { TMPDIR: folder })
})
