/**
 * What a spreadsheet takes for the beginning of a formula, in the widths it knows. Behind apostrophes too, so that
 * whoever reads the file back can tell ours from one that was there.
 */
const startsFormula = /^'*[=+\-@\t\r\0＝＋－＠]/

/** One cell: quoted where it has to be, and marked as text where a spreadsheet would calculate it. */
function csvCell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const text = startsFormula.test(value) ? `'${value}` : value
  return /[",\r\n\0\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One line of a CSV file (RFC 4180). */
export function csvLine(values: readonly (string | number | boolean | null)[]): string {
  return `${values.map(csvCell).join(',')}\r\n`
}

/** A cell as it was before `csvLine` marked it as text. */
export function unmarkedCell(cell: string): string {
  return cell.startsWith("'") && startsFormula.test(cell) ? cell.slice(1) : cell
}
