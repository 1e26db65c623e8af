/** Prints a number that a guarantee depends on, also when the test passes. */
export function printFigure(text: string): void {
  process.stdout.write(`    figure: ${text}\n`)
}
