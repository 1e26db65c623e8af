import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from './repository-files.ts'

const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')

/** A minimal source tree that breaks no rule. */
const clean: Readonly<Record<string, string>> = {
  'node_modules/zod/index.js': 'export const z = 1',
  'node_modules/kysely/index.js': 'export const k = 1',
  'node_modules/fastify/index.js': 'export const f = 1',
  'src/shared/contract/things.ts': "import { z } from 'zod'\nexport const things = z\nexport type Thing = string",
  'src/shared/texts.ts': 'export const texts = 1',
  'src/server/main.ts': "import { app } from './app.ts'\napp()",
  'src/server/app.ts':
    "import { things } from './features/things.ts'\nimport { users } from './features/users/index.ts'\nexport const app = () => [things, users]",
  'src/server/features/things.ts': "import { store } from '../store/things.ts'\nexport const things = store",
  'src/server/features/users/index.ts': "import { inner } from './inner.ts'\nexport const users = inner",
  'src/server/features/users/inner.ts': "import { open } from '../../db/open.ts'\nexport const inner = open",
  'src/server/store/things.ts':
    "import { k } from 'kysely'\nimport { open } from '../db/open.ts'\nexport const store = [k, open]",
  'src/server/db/open.ts': "import { DatabaseSync } from 'node:sqlite'\nexport const open = DatabaseSync",
  'src/server/http/serve.ts': 'export const serve = 1',
  'src/server/events/record.ts': 'export const record = 1',
  'src/server/events/kept.ts': "import { record } from './record.ts'\nexport const kept = record",
  'src/server/cli.ts':
    "import { serve } from './http/serve.ts'\nimport { kept } from './events/kept.ts'\nconsole.log(serve, kept)",
  'src/web/main.tsx': "import { page } from './pages/things-page.tsx'\npage()",
  'src/web/pages/things-page.tsx':
    "import { panel } from '../features/things/panel.tsx'\nexport const page = () => panel",
  'src/web/features/things/button.tsx': 'export const button = 1',
  'src/web/features/things/panel.tsx':
    "import { button } from './button.tsx'\nimport type { Thing } from '../../../shared/contract/things.ts'\nimport { texts } from '../../../shared/texts.ts'\nexport const panel: Thing = String([texts, button])",
}

/** Lines that each break one rule, with the import to be reported: `from -> to`. */
const breaches: readonly (readonly [rule: string, file: string, line: string, told: string])[] = [
  [
    'no-cycles',
    'src/server/events/record.ts',
    "import type { kept } from './kept.ts'",
    'src/server/events/kept.ts -> src/server/events/record.ts',
  ],
  ['shared-needs-only-zod', 'src/shared/texts.ts', "import 'node:fs'", 'src/shared/texts.ts -> fs'],
  [
    'web-and-server-never-meet',
    'src/web/features/things/panel.tsx',
    "import type { serve } from '../../../server/http/serve.ts'",
    'src/web/features/things/panel.tsx -> src/server/http/serve.ts',
  ],
  [
    'web-sees-the-contract-as-types',
    'src/web/features/things/button.tsx',
    "import { things } from '../../../shared/contract/things.ts'",
    'src/web/features/things/button.tsx -> src/shared/contract/things.ts',
  ],
  [
    'features-are-islands',
    'src/server/features/things.ts',
    "import type { users } from './users/index.ts'",
    'src/server/features/things.ts -> src/server/features/users/index.ts',
  ],
  [
    'only-the-root-knows-features',
    'src/server/http/serve.ts',
    "import { things } from '../features/things.ts'",
    'src/server/http/serve.ts -> src/server/features/things.ts',
  ],
  [
    'nothing-imports-the-root',
    'src/web/features/things/panel.tsx',
    "import type { page } from '../../pages/things-page.tsx'",
    'src/web/features/things/panel.tsx -> src/web/pages/things-page.tsx',
  ],
  [
    'store-knows-no-http',
    'src/server/store/things.ts',
    "import type { f } from 'fastify'",
    'src/server/store/things.ts -> node_modules/fastify/index.js',
  ],
  [
    'store-knows-no-http',
    'src/server/db/open.ts',
    "import { serve } from '../http/serve.ts'",
    'src/server/db/open.ts -> src/server/http/serve.ts',
  ],
  [
    'sql-only-in-store',
    'src/server/features/things.ts',
    "import type { k } from 'kysely'",
    'src/server/features/things.ts -> node_modules/kysely/index.js',
  ],
  [
    'sql-only-in-store',
    'src/server/features/things.ts',
    "import { DatabaseSync } from 'node:sqlite'",
    'src/server/features/things.ts -> node:sqlite',
  ],
  [
    'no-dead-modules',
    'src/server/store/forgotten.ts',
    'export const forgotten = 1',
    'src/server/store/forgotten.ts -> src/server/store/forgotten.ts',
  ],
]

let folder: string
let reported: readonly string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keywright-directions-'))
  // All at once, since starting dependency-cruiser takes longest: each is found by both ends of its import.
  reported = await broken(breaches)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Checks the tree with these lines added to its files; returns the violations as `rule: from -> to`. */
async function broken(added: typeof breaches): Promise<string[]> {
  const house = await mkdtemp(join(folder, 'house-'))
  for (const file of new Set([...Object.keys(clean), ...added.map(([, each]) => each)])) {
    const lines = added.filter(([, each]) => each === file).map(([, , line]) => line)
    await mkdir(dirname(join(house, file)), { recursive: true })
    await writeFile(join(house, file), `${[...lines, clean[file]].join('\n')}\n`)
  }
  const args = [cruiser, 'src', '--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: house }).catch((error) => error)
  const { modules, summary } = JSON.parse(stdout)
  expect(modules.length).toBeGreaterThan(Object.keys(clean).length - 4)
  const violations: { rule: { name: string }; from: string; to: string }[] = summary.violations
  return violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`)
}

it('a house that keeps the rules passes', async () => {
  expect(await broken([])).toEqual([])
})

it.each(breaches)('%s is told when %s holds: %s', (rule, _file, _line, imported) => {
  expect(reported).toContain(`${rule}: ${imported}`)
})
