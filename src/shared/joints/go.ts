import { type Joint, linesOf, sorted } from './joint.ts'

/** In one file there is no package of the library: what the sample takes from it is named alone. */
export const go: Joint = {
  head: /^package /m,
  joinHeads: (library, sample) => joinImports('main', [library, sample]),
  joinParts: (heads) => joinImports('keywright', heads),
  gap: '\n',
  callInside: (sample) => sample.replace(/\bkeywright\.(?=[A-Z])/g, ''),
}

/** What Go ships with, by name: only addresses of others have a dot. */
function joinImports(name: string, heads: readonly string[]): string {
  const imports = sorted(heads.flatMap((head) => linesOf(head, /^\t"[^".\n]+"$/gm)))
  return `package ${name}\n\nimport (\n${imports.join('\n')}\n)\n\n`
}
