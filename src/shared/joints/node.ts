import { type Joint, sorted } from './joint.ts'

export const node: Joint = { head: /^import /m, joinHeads: joinModules, gap: '\n' }

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
