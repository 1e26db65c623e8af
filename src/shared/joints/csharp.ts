import { endOf, type Joint, linesOf, sorted } from './joint.ts'

export const csharp: Joint = { head: /^using /m, joinHeads: joinUsings, gap: '\n' }

/** By name without its semicolon, Microsoft's own last, as editors sort them. */
function joinUsings(library: string, sample: string): string {
  const pattern = /^using (?=.*;$)[^;]+/gm
  const names = sorted([...linesOf(library, pattern), ...linesOf(sample, pattern)])
  const [system, other] = [true, false].map((is) => names.filter((name) => name.startsWith('using System') === is))
  const usings = [...(system ?? []), ...(other ?? [])].map((name) => `${name};\n`)
  return usings.join('') + sample.slice(endOf(sample, /\n(?=\n)/, 0))
}
