import { cpp } from './joints/cpp.ts'
import { csharp } from './joints/csharp.ts'
import { go } from './joints/go.ts'
import { java } from './joints/java.ts'
import { endOf, type Joint, startOf } from './joints/joint.ts'
import { node } from './joints/node.ts'
import { php } from './joints/php.ts'
import { python } from './joints/python.ts'
import { rust } from './joints/rust.ts'
import type { SampleLanguage } from './render-sample.ts'

/** The JavaScript sample is one file by itself: it has no library. */
const joints: Readonly<Partial<Record<SampleLanguage, Joint>>> = {
  csharp,
  python,
  node,
  php,
  cpp,
  java,
  go,
  rust,
}

function jointOf(language: string): Joint {
  const joint = joints[language as SampleLanguage]
  if (joint === undefined) throw new Error(`${language} has no library`)
  return joint
}

/**
 * One file of a sample and the library it takes: the library's regions stand right after the configuration, or behind
 * the sample, and what both take from elsewhere is named once. Nothing else is edited but how one takes the other.
 * @throws when one of the files has no region, or nothing that it takes
 */
export function composeSample(language: SampleLanguage, library: string, sample: string): string {
  const { head, joinHeads, gap, callInside = (text) => text, isLast = false } = jointOf(language)
  const from = startOf(sample, head)
  const config = startOf(sample, /^.*#region config$/m)
  const afterConfig = endOf(sample, /^.*#endregion\n/m, config)
  const heads = joinHeads(
    library.slice(startOf(library, head), startOf(library, /^.*#region/m)),
    sample.slice(from, config),
  )
  const begin = [sample.slice(0, from), heads, sample.slice(config, afterConfig)]
  const inside = [gap, insideSample(language, library)]
  const rest = callInside(sample.slice(afterConfig))
  return [...begin, ...(isLast ? [rest, ...inside] : [...inside, rest])].join('')
}

/** A library's regions as they stand in the file of its sample. */
export function insideSample(language: SampleLanguage, library: string): string {
  const { enclose = (text) => text } = jointOf(language)
  return enclose(regionsOf(library))
}

/** The files of a language's library, below `clients/`: the parts come before the rest, which takes them. */
interface LibraryFiles {
  /** The language. */
  readonly id: string
  readonly library: string
  readonly parts?: readonly string[]
}

/**
 * The text of a library. Parts become one file with it: it begins as the library does, takes from elsewhere what all of
 * them take, and has the regions of the parts before its own.
 */
export function readLibrary({ id, library, parts = [] }: LibraryFiles, read: (file: string) => string): string {
  const main = read(library)
  if (parts.length === 0) return main
  const { head, joinParts } = jointOf(id)
  if (joinParts === undefined) throw new Error(`A library for ${id} is one file`)
  const texts = [...parts.map(read), main]
  const heads = texts.map((text) => text.slice(startOf(text, head), startOf(text, /^.*#region/m)))
  const begin = main.slice(0, startOf(main, head))
  return `${begin}${joinParts(heads)}\n${texts.map(regionsOf).join('\n')}`
}

/** From the first region to the end of the last. */
function regionsOf(library: string): string {
  const last = library.lastIndexOf('#endregion')
  return library.slice(startOf(library, /^.*#region/m), library.indexOf('\n', last) + 1)
}
