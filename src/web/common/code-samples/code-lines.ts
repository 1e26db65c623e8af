import { type SampleLanguage, type SampleValues, samplePlaces } from '../../../shared/render-sample.ts'
import { codeKinds, type HighlightedSample } from './code-kinds.ts'

/** A colored piece of code. */
export interface CodePiece {
  readonly text: string
  readonly kind: (typeof codeKinds)[number]
  /** The placeholder whose value this is. */
  readonly placeholder?: string
}

/** The sample with the values filled in, line by line; every line except the last ends with its line break. */
export function codeLines(sample: HighlightedSample, language: SampleLanguage, values: SampleValues): CodePiece[][] {
  const places = new Map(samplePlaces(sample.text, language, values).map((place) => [place.start, place]))
  const pieces: CodePiece[] = []
  let position = 0
  for (const [, length, letter = 'a'] of sample.runs.matchAll(/(\d+)([a-z])/g)) {
    const end = position + Number(length)
    const kind = codeKinds[Number.parseInt(letter, 36) - 10] ?? 'plain'
    const place = places.get(position)
    if (place === undefined) pieces.push({ text: sample.text.slice(position, end), kind })
    else pieces.push({ text: place.replacement, kind, placeholder: place.name })
    position = end
  }
  const lines = piecesByLine(pieces)
  return lines.at(-1)?.length === 0 ? lines.slice(0, -1) : lines
}

/** Every line except the last ends with its line break; after a final one comes an empty line. */
export function piecesByLine(pieces: readonly CodePiece[]): CodePiece[][] {
  const lines: CodePiece[][] = [[]]
  for (const piece of pieces) {
    for (const text of piece.text.split(/(?<=\n)/)) {
      if (text !== '' || piece.text === '') lines.at(-1)?.push({ ...piece, text })
      if (text.endsWith('\n')) lines.push([])
    }
  }
  return lines
}

/** The lines between `#region name` and its end, without their common indentation. */
export function regionOf(lines: readonly CodePiece[][], name: string): CodePiece[][] {
  const text = (line: readonly CodePiece[]) => line.map((piece) => piece.text).join('')
  const start = lines.findIndex((line) => text(line).includes(`#region ${name}`))
  const end = lines.findIndex((line, index) => index > start && text(line).includes('#endregion'))
  if (start < 0 || end < 0) return []
  const region = lines.slice(start + 1, end)
  const indents = region.map(text).filter((line) => line.trim() !== '')
  const indent = Math.min(...indents.map((line) => line.search(/\S/)))
  return region.map((line) => withoutIndent(line, indent))
}

function withoutIndent([first, ...rest]: readonly CodePiece[], indent: number): CodePiece[] {
  if (first === undefined) return []
  return [
    { ...first, text: /^\s*$/.test(first.text.slice(0, indent)) ? first.text.slice(indent) || '\n' : first.text },
    ...rest,
  ]
}
