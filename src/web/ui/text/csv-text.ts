type Cell = string | number | null | undefined

/** Spreadsheets evaluate cells that start like this. */
const formulaStart = /^[=+\-@\t\r]/

/** Rows as CSV that is safe to open in a spreadsheet: formulas become text. `csvText(['line', 'name'], rows)` */
export function csvText(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [head, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('')
}

function cellText(cell: Cell): string {
  if (typeof cell === 'number') return String(cell)
  const text = cell ?? ''
  const safe = formulaStart.test(text) ? `'${text}` : text
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
