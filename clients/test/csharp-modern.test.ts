import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ModernCompiler, missing, openModernCompiler } from './modern-compiler.ts'

const sample = fileURLToPath(new URL('../csharp/LoginSample.cs', import.meta.url))
/** So that a compiler that looks at nothing is noticed. */
const careless = 'namespace Careless { public static class Lines { public static string First() => null; } }\n'
const lack = missing.length > 0 ? ` (needs ${missing.join('; ')})` : ''

describe.skipIf(lack !== '')(`the C# sample under a modern compiler with nullable on${lack}`, () => {
  let compiler: ModernCompiler
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keywright-careless-'))
    await writeFile(join(folder, 'Careless.cs'), careless)
    compiler = await openModernCompiler()
  })
  afterAll(async () => {
    await compiler?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  test.each(['.NET Framework', '.NET'] as const)(
    'has no warning for %s, where a careless line beside it has one',
    async (platform) => {
      const warnings = await compiler.warnings(platform, [sample, join(folder, 'Careless.cs')])
      expect(warnings).toEqual([expect.stringMatching(/Careless\.cs\(1,\d+\): warning CS8603: /)])
    },
    120_000,
  )
})
