import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import manifest from '../../clients/manifest.json' with { type: 'json' }
import { installations } from '../../clients/test/install-package.ts'
import { startProgram } from '../../clients/test/program.ts'
import { renderQuickstart, sampleLanguages } from '../../src/shared/render-sample.ts'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { atMost, type Row, Unmeasurable } from '../figure.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

const run = promisify(execFile)
const clients = new URL('../../clients/', import.meta.url)
const maker = fileURLToPath(new URL('../../scripts/client-packages/make-packages.mjs', import.meta.url))
const password = 'plenty of letters here'

/**
 * The steps of a developer with the page alone: in an empty folder the package is installed and the ten lines of the
 * quickstart are written and built; its user logs in.
 */
export async function packages(): Promise<readonly Row[]> {
  const lacking = Object.entries(installations).flatMap(([id, { missing }]) =>
    missing().map((tool) => `${id} (${tool})`),
  )
  if (lacking.length > 0) throw new Unmeasurable(`it needs what installs ${lacking.join(', ')}`)
  return inTemporaryFolder(async (folder) => {
    await run(process.execPath, [maker, join(folder, 'packages')])
    const server = await startServer()
    try {
      const rows: Row[] = []
      for (const id of Object.keys(installations)) rows.push(await measure(id, folder, server))
      return rows
    } finally {
      await server.stop()
    }
  })
}

async function measure(id: string, folder: string, server: RunningServer): Promise<Row> {
  const sample = manifest.samples.find((each) => each.id === id)
  const language = sampleLanguages.find((each) => each === id)
  const installation = installations[id]
  if (!sample?.package || language === undefined || !installation) throw new Error(`${id} has no package`)
  const { body } = await server.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: id })
  await server.api('POST', `/api/applications/${body.id}/users`, { username: 'ada', password })
  const values = { ORIGIN: server.origin, API_KEY: body.apiKey }
  const quickstart = await readFile(new URL(sample.package.quickstart, clients), 'utf8')
  const [file = ''] = sample.package.files
  const project = await mkdtemp(join(folder, `${id}-`))

  const startMs = performance.now()
  const name = basename(sample.package.quickstart)
  await writeFile(join(project, name), renderQuickstart(quickstart, language, values))
  const built = join(folder, 'packages', file.replace('{version}', manifest.version))
  const command = await installation.installInto(project, built)
  const program = startProgram([...command, 'ada', password], { folder: project })
  await program.shows('Login successful')
  const seconds = (performance.now() - startMs) / 1000
  program.closeInput()
  await program.exitCode
  return { name: `seconds, ${sample.title}`, values: [seconds], digits: 1, target: atMost(180) }
}
