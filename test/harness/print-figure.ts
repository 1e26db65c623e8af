/** Prints a figure that a guarantee stands or falls with; it is shown when the test passes, too. */
export function printFigure(text: string): void {
  process.stdout.write(`    figure: ${text}\n`)
}
