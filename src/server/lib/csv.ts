/**
 * Text that a spreadsheet would run as a formula (CSV injection), in half and full width. Also behind apostrophes, so
 * that an import can tell an added apostrophe from an original one.
 */
const startsFormula = /^'*[=+\-@\t\r\0＝＋－＠]/

/** One cell: quoted where needed, and marked as text where a spreadsheet would run it as a formula. */
function csvCell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = startsFormula.test(value) ? `'${value}` : value
  return /[",\r\n\0\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line of a CSV file (RFC 4180). */
export function csvLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** Removes the mark that `csvLine` added. */
export function unmarkedCell(cell: string): string {
  return cell.startsWith("'") && startsFormula.test(cell) ? cell.slice(1) : cell
}
