import { existsSync } from 'node:fs'
import { cp, glob, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { capture } from '../../scripts/run.mjs'
import { root } from './repository-files.ts'

const installed = ['node_modules', '.node']
const left = new Set([...installed, '.git', 'dist', 'data', 'coverage', 'test-results'])
/** Only where every test must run: elsewhere `.ci/run` would install missing packages. */
const isInCi = process.env.REQUIRE_ALL === '1'

/** One planted breach per check, appended to a file or as a new file. */
const breaches: Readonly<Record<string, string>> = {
  'src/server/config.ts': "export const plantedInServer: number = 'text'",
  'src/web/app.tsx': "export const plantedInWeb: number = 'text'",
  'src/shared/outcomes.ts': "export const plantedInShared: number = 'text'",
  'test/walks/page-actions.ts': "export const plantedInTest: number = 'text'",
  'src/shared/planted-lint.ts': 'export const  plantedLint = "text";',
  'src/shared/planted-one.ts': "import type { Two } from './planted-two.ts'\n\nexport type One = Two | 1",
  'src/shared/planted-two.ts': "import type { One } from './planted-one.ts'\n\nexport type Two = One | 2",
  'src/server/store/planted-direction.ts': "import '../http/client-ip.ts'",
  'CHANGELOG.md': '\n## [999.0.0] - 2026-01-01',
}

/** A text, which runs in the copy alone: its skipped test must count as failed there. */
const plantedTests = `import { expect, it } from 'vitest'

it('passes', () => expect(1).toBe(1))
it('fails', () => expect(1).toBe(2))
it.skip('is skipped', () => expect(1).toBe(1))
`
/** Holds its worker for good, which only its end can free. */
const plantedLoop = `import { it } from 'vitest'

it('never ends', () => {
  for (;;);
})
`
/** Fails, and goes on to look for a smaller example. */
const plantedProperty = `import fc from 'fast-check'
import { it } from 'vitest'

it('shrinks for hours', () => {
  fc.assert(fc.property(fc.array(fc.nat(), { minLength: 10_000, maxLength: 20_000, size: 'max' }), (numbers) => numbers.length < 5))
})
`

const expectedFailures: readonly (readonly [check: string, breach: string])[] = [
  ['types of server', 'src/server/config.ts'],
  ['types of web', 'src/web/app.tsx'],
  ['types of shared', 'src/shared/outcomes.ts'],
  ['types of test', 'test/walks/page-actions.ts'],
  ['lint and format', 'src/shared/planted-lint.ts'],
  ['directions of imports', 'no-cycles: src/shared/planted-one.ts -> src/shared/planted-two.ts'],
  [
    'directions of imports',
    'store-knows-no-http: src/server/store/planted-direction.ts -> src/server/http/client-ip.ts',
  ],
  ['changelog', 'CHANGELOG.md: 999.0.0 is below'],
  ['dead code', 'src/shared/planted-lint.ts'],
  ['dead code', 'plantedInServer'],
]

describe('npm run check, by itself and in .ci/run', () => {
  let folder: string
  let output: string
  let code: number
  beforeAll(async () => {
    folder = await copyOfTree()
    for (const [file, lines] of Object.entries(breaches)) {
      const before = await readFile(join(folder, file), 'utf8').catch(() => '')
      await writeFile(join(folder, file), `${before}${lines}\n`)
    }
    if (isInCi) await replaceTests(folder)
    ;({ code, output } = await (isInCi ? ciRun(folder) : check(folder)))
  }, 300_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it.each(expectedFailures)('fails in its check "%s" for what was planted: %s', (name, breach) => {
    const [, verdict] = new RegExp(`^${name} .* s +(ok|FAILED.*)$`, 'm').exec(output) ?? []
    expect(verdict).toBe('FAILED')
    expect(output).toContain(breach)
  })

  it('fails as a whole, in each of its checks', () => {
    expect(code).toBe(1)
    expect(output).not.toMatch(/ s +ok$/m)
    expect(output).toContain('8 of 8 checks failed.')
  })

  it.skipIf(!isInCi)('does not keep .ci/run from the tests, where a skipped one counts as failed', () => {
    expect(output).toContain('skipped: test/planted.test.ts > is skipped')
    expect(output.trimEnd().split('\n').at(-1)).toBe('1 passed, 5 failed')
  })

  it.skipIf(!isInCi)(
    'shows an example of a property that fails, however long the search for a smaller one would take',
    () => {
      expect(output).toMatch(
        /failed: test\/planted-property\.test\.ts > shrinks for hours: Property failed after 1 tests/,
      )
    },
  )

  it.skipIf(!isInCi)('names a test that never ends, and ends it', () => {
    expect(output).toContain('no test ended for 10 s: test/planted-loop.test.ts')
    expect(output).toMatch(/failed: outside every test: Worker exited .*\/test\/planted-loop\.test\.ts/)
  })
})

describe('npm run check of a tree without sources', () => {
  let folder: string
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('fails in each check that found nothing to look at', async () => {
    folder = await copyOfTree(['src', 'test', 'bench', 'demo', 'clients'])
    const { code, output } = await check(folder)
    expect(code).toBe(1)
    for (const name of new Set(expectedFailures.map(([check]) => check))) {
      if (!['lint and format', 'changelog'].includes(name)) expect(output).toMatch(new RegExp(`^${name} .*FAILED`, 'm'))
    }
  }, 300_000)
})

async function copyOfTree(without: readonly string[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keywright-checks-'))
  const isOurs = (path: string) => {
    const [first = ''] = relative(root, path).split('/')
    return !left.has(first) && !without.includes(first)
  }
  await cp(root, folder, { recursive: true, filter: isOurs })
  for (const name of installed.filter((each) => existsSync(join(root, each))))
    await symlink(join(root, name), join(folder, name))
  return folder
}

async function replaceTests(folder: string): Promise<void> {
  for await (const file of glob('{src,test,clients}/**/*.test.{ts,tsx}', { cwd: folder })) await rm(join(folder, file))
  await writeFile(join(folder, 'test/planted.test.ts'), plantedTests)
  await writeFile(join(folder, 'test/planted-loop.test.ts'), plantedLoop)
  await writeFile(join(folder, 'test/planted-property.test.ts'), plantedProperty)
  // these tests open no page, and building the pages takes as long as all else that they do
  await writeFile(join(folder, 'scripts/ensure-web-build.mjs'), 'export async function ensureWebBuild() {}\n')
}

function ciRun(folder: string) {
  const env = { ...process.env, TEST_STUCK_AFTER_MS: '10000' }
  return capture('bash', [join(folder, '.ci/run')], { cwd: folder, env })
}
const check = (folder: string) => capture(process.execPath, [join(folder, 'scripts/check.mjs')], { cwd: folder })
