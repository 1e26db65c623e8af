import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchedDotnet, monoAssemblies } from '../../scripts/fetch-dotnet.mjs'
import { readShippedSample } from '../../src/server/lib/shipped-samples.ts'
import { prepared } from '../../test/harness/prepared.ts'

const run = promisify(execFile)
const namesFile = fileURLToPath(new URL('openssl3-names.c', import.meta.url))
const sdk = fetchedDotnet()
const needs = {
  'the .NET SDK that npm test fetches': await prepared('dotnet'),
  'mono-mcs, libmono-system-windows-forms4.0-cil': existsSync(join(monoAssemblies, 'System.Windows.Forms.dll')),
  // this header came with version 3
  'g++, libssl-dev 3': existsSync('/usr/bin/gcc') && existsSync('/usr/include/openssl/provider.h'),
}
/** What is missing on this machine to compile with Roslyn. */
const missing = Object.entries(needs).flatMap(([name, isThere]) => (isThere ? [] : [name]))

/** A path below the folder's only subfolder, which is named after a version. */
const below = (folder: string, ...path: readonly string[]) => join(folder, ...readdirSync(folder).slice(0, 1), ...path)

/**
 * What a program is compiled against: .NET Framework as mono has it; or .NET, which says itself what may be null. There
 * are no windows for .NET outside Windows, so those are mono's in both.
 */
const platforms = {
  '.NET Framework': () =>
    'mscorlib System System.Core System.Drawing System.Net.Http System.Runtime.Serialization System.Xml System.Xml.Linq'
      .split(' ')
      .map((name) => join(monoAssemblies, `${name}.dll`)),
  '.NET': (folder: string) => {
    const annotated = below(join(folder, 'packs', 'Microsoft.NETCore.App.Ref'), 'ref', 'netcoreapp3.1')
    const names = readdirSync(annotated).filter((name) => name.endsWith('.dll'))
    const registry = below(join(folder, 'shared', 'Microsoft.NETCore.App'), 'Microsoft.Win32.Registry.dll')
    return [...names.map((name) => join(annotated, name)), registry]
  },
}

interface ModernCompiler {
  /** Errors and warnings for all files together, each with its file's name. */
  warnings(platform: keyof typeof platforms, files: readonly string[]): Promise<string[]>
  remove(): Promise<void>
}

/** Roslyn for C# 8, with every warning there is about null. */
async function openModernCompiler(folder = sdk ?? ''): Promise<ModernCompiler> {
  const work = await mkdtemp(join(tmpdir(), 'keywright-roslyn-'))
  const suffix = 'keywright'
  await run('gcc', [
    '-shared',
    '-fPIC',
    '-o',
    join(work, `libssl.so.${suffix}`),
    namesFile,
    '-Wl,--no-as-needed',
    '-lssl',
  ])
  const env = {
    ...process.env,
    DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: '1',
    COMPlus_EnableDiagnostics: '0', // leaves no pipes behind
    CLR_OPENSSL_VERSION_OVERRIDE: suffix,
    LD_LIBRARY_PATH: work,
  }
  const compiler = below(join(folder, 'sdk'), 'Roslyn', 'bincore', 'csc.dll')
  const options = ['-noconfig', '-nostdlib', '-nologo', '-langversion:8.0', '-nullable:enable', '-warn:4']
  return {
    warnings: async (platform, files) => {
      const windows = join(monoAssemblies, 'System.Windows.Forms.dll')
      const references = [...platforms[platform](folder), windows].map((path) => `-r:${path}`)
      const out = `-out:${join(work, 'program.dll')}`
      const args = [compiler, ...options, out, ...references, ...files]
      // with errors it exits with a non-zero status; they are printed to stdout too
      const { stdout } = await run(join(folder, 'dotnet'), args, { env }).catch((error: { stdout: string }) => error)
      return [...new Set(stdout.split('\n').filter((line) => line !== ''))]
    },
    remove: () => rm(work, { recursive: true, force: true }),
  }
}

/** Proves that the compiler reports warnings. */
const careless = 'namespace Careless { public static class Lines { public static string First() => null; } }\n'
const lack = missing.length > 0 ? ` (needs ${missing.join('; ')})` : ''

describe.skipIf(lack !== '')(`the C# sample under a modern compiler with nullable on${lack}`, () => {
  let compiler: ModernCompiler
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keywright-careless-'))
    await writeFile(join(folder, 'Careless.cs'), careless)
    await writeFile(join(folder, 'LoginSample.cs'), readShippedSample('csharp'))
    compiler = await openModernCompiler()
  })
  afterAll(async () => {
    await compiler?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  test.each(['.NET Framework', '.NET'] as const)(
    'has no warning for %s, where a careless line beside it has one',
    async (platform) => {
      const warnings = await compiler.warnings(platform, [join(folder, 'LoginSample.cs'), join(folder, 'Careless.cs')])
      expect(warnings).toEqual([expect.stringMatching(/Careless\.cs\(1,\d+\): warning CS8603: /)])
    },
    120_000,
  )
})
