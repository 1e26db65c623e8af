import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { browserProgram } from '../../test/harness/browser.ts'
import { type RunningServer, startServer } from '../../test/harness/start-server.ts'
import { atLeast, type Row, Unmeasurable } from '../figure.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'

const run = promisify(execFile)
/** Installed for this figure only: a hundred packages that nothing else needs. */
export const lighthouseVersion = '13.5.0'
const rounds = 3
const pages = [
  { name: 'landing page', path: '/' },
  { name: 'sign-in', path: '/login' },
  { name: 'documentation page', path: '/docs/start' },
] as const
const categories = [
  { id: 'performance', least: 98 },
  { id: 'accessibility', least: 100 },
  { id: 'best-practices', least: 100 },
  { id: 'seo', least: 100 },
] as const

/** What a visitor sees first, by the desktop rules of Lighthouse on the built pages of the real server. */
export async function lighthouse(): Promise<readonly Row[]> {
  const browser = browserProgram
  if (browser === undefined) throw new Unmeasurable('it needs Chromium')
  return inTemporaryFolder(async (folder) => {
    const cli = await install(folder)
    const server = await startServer()
    try {
      const rows: Row[] = []
      for (const page of pages) rows.push(...(await rowsOf(page, server, { cli, folder, browser })))
      return rows
    } finally {
      await server.stop()
    }
  })
}

async function install(folder: string): Promise<string> {
  const args = [
    'install',
    '--prefix',
    folder,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    `lighthouse@${lighthouseVersion}`,
  ]
  await run('npm', args, { cwd: folder, shell: process.platform === 'win32' }).catch((error: { stderr?: string }) => {
    throw new Unmeasurable(`lighthouse ${lighthouseVersion} could not be installed: ${error.stderr ?? error}`)
  })
  return join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js')
}

interface Tool {
  readonly cli: string
  readonly folder: string
  readonly browser: string
}

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null; readonly auditRefs: readonly Ref[] }>>
  readonly audits: Readonly<Record<string, Audit>>
  readonly runtimeError?: { readonly message: string }
}

interface Ref {
  readonly id: string
  readonly weight: number
}

interface Audit {
  readonly title: string
  readonly score: number | null
  readonly scoreDisplayMode: string
  readonly displayValue?: string
}

async function rowsOf(page: (typeof pages)[number], { origin }: RunningServer, tool: Tool): Promise<Row[]> {
  const reports: Report[] = []
  for (let round = 0; round < rounds; round += 1) reports.push(await audit(origin + page.path, tool))
  for (const text of new Set(reports.flatMap(failing))) console.log(`  ${page.name}: ${text}`)
  return categories.map(({ id, least }) => ({
    name: `${page.name}, ${id}`,
    values: reports.map((report) => Math.round((report.categories[id]?.score ?? 0) * 100)),
    digits: 0,
    target: atLeast(least),
  }))
}

async function audit(address: string, { cli, folder, browser }: Tool): Promise<Report> {
  const file = join(folder, 'report.json')
  const sandbox = process.getuid?.() === 0 ? ' --no-sandbox' : ''
  const flags = ['--preset=desktop', '--quiet', '--output=json', `--output-path=${file}`]
  const chrome = `--chrome-flags=--headless=new --disable-dev-shm-usage${sandbox}`
  await run(process.execPath, [cli, address, ...flags, chrome], {
    cwd: folder,
    env: { ...process.env, CHROME_PATH: browser },
  })
  const report = JSON.parse(await readFile(file, 'utf8')) as Report
  if (report.runtimeError) throw new Error(`Lighthouse: ${report.runtimeError.message}`)
  return report
}

/** The audits that cost points, by name. */
function failing({ categories: scored, audits }: Report): string[] {
  return categories.flatMap(({ id }) =>
    (scored[id]?.auditRefs ?? []).flatMap((ref) => {
      const found = audits[ref.id]
      const isMissed = ref.weight > 0 && found?.score !== null && found !== undefined && found.score < 0.9
      return isMissed ? [`${id}: ${found.title} (${ref.id}) ${found.displayValue ?? found.score}`] : []
    }),
  )
}
