import type { SampleLanguage } from './render-sample.ts'

/** How a language's library and its sample become one file. */
interface Joint {
  /** How the first line after the opening comment begins: what each file takes from elsewhere. */
  readonly head: RegExp
  /** Joins what both take, without the line that takes the library. */
  readonly joinHeads: (library: string, sample: string) => string
  /** Between the configuration and the library. */
  readonly gap: string
}

/** The JavaScript sample is one file by itself: it has no library. */
const joints: Readonly<Partial<Record<SampleLanguage, Joint>>> = {
  csharp: { head: /^using /m, joinHeads: joinUsings, gap: '\n' },
  python: { head: /^import /m, joinHeads: joinPython, gap: '\n\n' },
  node: { head: /^import /m, joinHeads: joinModules, gap: '\n' },
  php: {
    head: /^declare/m,
    joinHeads: (_library, sample) => sample.replace("require_once __DIR__ . '/Keywright.php';\n\n", ''),
    gap: '\n',
  },
  cpp: { head: /^#/m, joinHeads: joinCpp, gap: '\n' },
}

/**
 * One file of a sample and the library it takes: the library's regions stand right after the configuration, and what
 * both take from elsewhere is named once. Nothing else is edited.
 * @throws when one of the files has no region, or nothing that it takes
 */
export function composeSample(language: SampleLanguage, library: string, sample: string): string {
  const joint = joints[language]
  if (joint === undefined) throw new Error(`${language} has no library`)
  const { head, joinHeads, gap } = joint
  const from = startOf(sample, head)
  const config = startOf(sample, /^.*#region config$/m)
  const afterConfig = endOf(sample, /^.*#endregion\n/m, config)
  const heads = joinHeads(
    library.slice(startOf(library, head), startOf(library, /^.*#region/m)),
    sample.slice(from, config),
  )
  const parts = [sample.slice(0, from), heads, sample.slice(config, afterConfig), gap, regionsOf(library)]
  return parts.join('') + sample.slice(afterConfig)
}

/** The files of a language's library, below `clients/`: the parts come before the rest, which takes them. */
interface LibraryFiles {
  readonly library: string
  readonly parts?: readonly string[]
}

/**
 * The text of a library. Parts become one file with it: it begins as the library does, takes from elsewhere what all of
 * them take, and has the regions of the parts before its own.
 */
export function readLibrary({ library, parts = [] }: LibraryFiles, read: (file: string) => string): string {
  const main = read(library)
  if (parts.length === 0) return main
  const texts = [...parts.map(read), main]
  const heads = texts.map((text) => text.slice(startOf(text, /^#(?!pragma)/m), startOf(text, /^.*#region/m)))
  const begin = main.slice(0, startOf(main, /^#(?!pragma)/m))
  return `${begin}${joinIncludes(heads)}\n${texts.map(regionsOf).join('\n')}`
}

/** From the first region to the end of the last. */
function regionsOf(library: string): string {
  const last = library.lastIndexOf('#endregion')
  return library.slice(startOf(library, /^.*#region/m), library.indexOf('\n', last) + 1)
}

function startOf(text: string, pattern: RegExp): number {
  const start = text.search(pattern)
  if (start < 0) throw new Error(`A file of the sample has no ${pattern.source}`)
  return start
}

function endOf(text: string, pattern: RegExp, from: number): number {
  const found = pattern.exec(text.slice(from))
  if (found === null) throw new Error(`A file of the sample has no ${pattern.source}`)
  return from + found.index + found[0].length
}

const linesOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([line]) => line)
const sorted = (lines: Iterable<string>) => [...new Set(lines)].sort()

/** By name without its semicolon, Microsoft's own last, as editors sort them. */
function joinUsings(library: string, sample: string): string {
  const pattern = /^using (?=.*;$)[^;]+/gm
  const names = sorted([...linesOf(library, pattern), ...linesOf(sample, pattern)])
  const [system, other] = [true, false].map((is) => names.filter((name) => name.startsWith('using System') === is))
  const usings = [...(system ?? []), ...(other ?? [])].map((name) => `${name};\n`)
  return usings.join('') + sample.slice(endOf(sample, /\n(?=\n)/, 0))
}

function joinPython(library: string, sample: string): string {
  const all = library + sample
  const plain = sorted(linesOf(all, /^import .*$/gm))
  const named = sorted(linesOf(all, /^from (?!keywright ).*$/gm))
  return `${[...plain, ...named].join('\n')}\n\n`
}

/** One import for each module, in the order of its address. */
function joinModules(library: string, sample: string): string {
  const names = new Map<string, string[]>()
  for (const [, list = '', module = ''] of (library + sample).matchAll(/^import \{ (.*) \} from '(node:.*)'$/gm)) {
    names.set(module, [...(names.get(module) ?? []), ...list.split(', ')])
  }
  const imports = sorted(names.keys()).map(
    (module) => `import { ${sorted(names.get(module) ?? []).join(', ')} } from '${module}'\n`,
  )
  return `${imports.join('')}\n`
}

function joinCpp(library: string, sample: string): string {
  return joinIncludes([library, sample]) + sample.slice(endOf(sample, /^#include "keywright.hpp"\n/m, 0))
}

/** What depends on the system first, then the packages, then what the language ships with. */
function joinIncludes(texts: readonly string[]): string {
  const conditional = /^#if[\s\S]*?^#endif\n/gm
  const blocks = sorted(texts.flatMap((text) => linesOf(text, conditional)))
  const includes = sorted(linesOf(texts.join('').replace(conditional, ''), /^#include <.*>$/gm))
  const groups = [/\.h/, />$/].map((kind, index) =>
    includes.filter((line) => kind.test(line) && (index === 0 || !line.includes('.h'))),
  )
  const lines = groups.filter((group) => group.length > 0).map((group) => `${group.join('\n')}\n`)
  return [blocks.join(''), ...lines].join('\n')
}
