/** The lines of an answer of `application/x-ndjson`. */
export function ndjsonLines<Line>(text: string): Line[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}
