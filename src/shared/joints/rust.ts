import { endOf, type Joint, sorted } from './joint.ts'

export const rust: Joint = { head: /^(use|mod) /m, joinHeads: joinUses, gap: '\n' }

/** One line for each module, in the order of its path, without the lines that take the library. */
function joinUses(library: string, sample: string): string {
  const own = sample.slice(endOf(sample, /^use keywright::.*\n/m, 0))
  const names = new Map<string, string[]>()
  for (const [, path = '', list = ''] of (library + own).matchAll(/^use ([\w:]+)::(\{.*\}|\w+);$/gm)) {
    names.set(path, [...(names.get(path) ?? []), ...list.replace(/[{}]/g, '').split(', ')])
  }
  const uses = sorted(names.keys()).map((path) => {
    const all = sorted(names.get(path) ?? [])
    return `use ${path}::${all.length > 1 ? `{${all.join(', ')}}` : all.join()};\n`
  })
  return `${uses.join('')}\n`
}
