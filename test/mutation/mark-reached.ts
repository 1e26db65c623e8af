import ts from 'typescript'
import type { Mutant } from './possible-mutants.ts'

interface Insertion {
  readonly at: number
  readonly text: string
  /** Of insertions at one place: what encloses more opens first, and closes last. */
  readonly order: number
}

/** The mark that any function of the file leaves. */
export const functionsOf = (path: string) => `functions of ${path}`

/** The file's text, unchanged in what it does, noting the name of each mutant whose code is run. */
export function markReached(path: string, text: string, mutants: readonly Mutant[]): string {
  const note = (name: string) => `globalThis.noteReached?.(${JSON.stringify(name)})`
  const insertions = mutants.flatMap(({ name, reached: { start, end, isStatement } }): Insertion[] => {
    // A statement without a semicolon is as long as its expression, and encloses it.
    const order = start - end - (isStatement ? 0.5 : 0)
    return [
      { at: start, text: isStatement ? `{ ${note(name)};` : `(${note(name)}, `, order },
      { at: end, text: isStatement ? '}' : ')', order },
    ]
  })
  const marks = bodiesOf(path, text).map((at): Insertion => ({ at, text: `${note(functionsOf(path))};`, order: 0 }))
  const opens = (each: Insertion) => !/^[)}]/.test(each.text)
  const sorted = [...insertions, ...marks].sort(
    (a, b) => a.at - b.at || Number(opens(a)) - Number(opens(b)) || (opens(a) ? a.order - b.order : b.order - a.order),
  )
  let marked = ''
  let from = 0
  for (const { at, text: inserted } of sorted) {
    marked += text.slice(from, at) + inserted
    from = at
  }
  return marked + text.slice(from)
}

/** Where the bodies of the file's functions begin. */
function bodiesOf(path: string, text: string): number[] {
  const places: number[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body && ts.isBlock(node.body as ts.Node))
      places.push((node.body as ts.Block).getStart() + 1)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  return places
}
