import { endOf, type Joint, linesOf, sorted } from './joint.ts'

export const cpp: Joint = { head: /^#(?!pragma)/m, joinHeads: joinCpp, gap: '\n', joinParts: joinIncludes }

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
