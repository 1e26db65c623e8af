import { type Joint, linesOf, sorted } from './joint.ts'

export const python: Joint = { head: /^import /m, joinHeads: joinPython, gap: '\n\n' }

function joinPython(library: string, sample: string): string {
  const all = library + sample
  const plain = sorted(linesOf(all, /^import .*$/gm))
  const named = sorted(linesOf(all, /^from (?!keywright ).*$/gm))
  return `${[...plain, ...named].join('\n')}\n\n`
}
