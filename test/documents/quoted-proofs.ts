import { readFromRoot, readWithImports } from './repository-files.ts'

export interface Row {
  readonly id: string
  readonly level: string
  readonly status: string
  readonly proof: string
}

/** The rows of a document's tables; their last two cells are the status and its proof. */
export function rowsOf(file: string): Row[] {
  const lines = readFromRoot(file).split('\n')
  return lines
    .filter((line) => /^\| [\dTNFRk]/.test(line))
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      return { id: cells[1] ?? '', level: cells[2] ?? '', status: cells.at(-3) ?? '', proof: cells.at(-2) ?? '' }
    })
}

interface Proof {
  readonly file: string
  /** Titles of tests in that file. */
  readonly sentences: readonly string[]
}

/** `file` "a sentence", "another one": the tests that a cell names. */
export function proofsIn(text: string): Proof[] {
  return [...text.matchAll(/`([^`]+\.test\.tsx?)`((?:,? "[^"]+")*)/g)].map(([, file = '', quoted = '']) => ({
    file,
    sentences: [...quoted.matchAll(/"([^"]+)"/g)].map(([, sentence = '']) => sentence),
  }))
}

const texts = new Map<string, string>()
const textOf = (file: string): string => texts.get(file) ?? texts.set(file, readWithImports(file)).get(file) ?? ''

export const missingSentences = (proof: string) =>
  proofsIn(proof).flatMap(({ file, sentences }) =>
    sentences.filter((sentence) => !textOf(file).includes(sentence)).map((sentence) => `${sentence}: not in ${file}`),
  )

/** Test files that are named without quoting a test. */
export const unquoted = (proof: string) =>
  proofsIn(proof)
    .filter(({ sentences }) => sentences.length === 0)
    .map(({ file }) => file)
