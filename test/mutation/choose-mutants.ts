import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { type Area, areaOf } from './areas.ts'
import { type Mutant, possibleMutants } from './possible-mutants.ts'

const mostOfOneFile = 9
/** A file where less can be wrong decides nothing. */
const fewestOfOneFile = 6

/**
 * The same choice for the same code: of each file some, at least one. A change of one file leaves the choice in all
 * others as it is.
 */
export function chooseMutants(root: string): Mutant[] {
  return readdirSync(join(root, 'src/server'), { recursive: true, encoding: 'utf8' })
    .map((path) => `src/server/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .sort()
    .flatMap((path) => {
      const area = areaOf(path)
      return area ? chooseOfFile(path, readFileSync(join(root, path), 'utf8'), area) : []
    })
}

export function chooseOfFile(path: string, text: string, { oneIn, without = [] }: Omit<Area, 'owns'>): Mutant[] {
  const left = possibleMutants(path, text)
    .filter(({ operator }) => !without.includes(operator))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
  if (left.length < fewestOfOneFile) return []
  const count = Math.min(Math.ceil(left.length / oneIn), mostOfOneFile)
  const chosen: Mutant[] = []
  const timesOf = ({ operator }: Mutant) => chosen.filter((each) => each.operator === operator).length
  while (chosen.length < count && left.length > 0) {
    // Each operator before one comes again: else what is frequent is all that is chosen.
    const fewest = Math.min(...left.map(timesOf))
    const [mutant] = left.splice(
      left.findIndex((each) => timesOf(each) === fewest),
      1,
    )
    if (mutant && isProgram(mutated(text, mutant))) chosen.push(mutant)
  }
  return chosen.sort((a, b) => a.start - b.start)
}

/** The file's text with the mutant in it. */
export const mutated = (text: string, { start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end)

function isProgram(text: string): boolean {
  const { diagnostics = [] } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.Latest, module: ts.ModuleKind.ESNext },
  })
  return diagnostics.length === 0
}
