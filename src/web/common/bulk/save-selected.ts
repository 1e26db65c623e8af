import { failureToast } from '../../api/failure-toast.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { saveFile } from '../../ui/save-file.ts'
import type { RowSelection } from '../../ui/table/row-selection.ts'
import { csvText } from '../../ui/text/csv-text.ts'

type Cell = string | number | boolean | null
export type ExportLine = Readonly<Record<string, Cell>>

export interface SavedSelection {
  /** `users-7.csv` */
  readonly fileName: string
  readonly selected: RowSelection
  /** Name of each loaded row by ID, as in the export; every row that was selected or deselected by hand is loaded. */
  readonly names: ReadonlyMap<number, string>
  /** The export's column with that name: `username`. */
  readonly column: string
  /** Exports all rows that match the filter, as JSON. */
  readonly read: () => Promise<readonly ExportLine[]>
}

/** Saves the selected rows as a CSV file that an import can read; reports failure in a toast. */
export async function saveSelected({ fileName, selected, names, column, read }: SavedSelection): Promise<void> {
  try {
    const lines = await read()
    saveFile(fileName, selectedCsv(lines, selected, names, column), 'text/csv')
  } catch (error) {
    toast(failureToast(undefined, error instanceof Error ? error : new Error(String(error))))
  }
}

export function selectedCsv(
  lines: readonly ExportLine[],
  selected: RowSelection,
  names: SavedSelection['names'],
  column: string,
): string {
  const named = selected.kind === 'some' ? selected.keys : selected.except
  const listed = new Set([...names].filter(([id]) => named.has(id)).map(([, name]) => name))
  const isIn = (line: ExportLine) => listed.has(String(line[column])) === (selected.kind === 'some')
  const columns = Object.keys(lines[0] ?? {})
  const cell = (value: Cell | undefined) => (typeof value === 'boolean' ? String(value) : value)
  return csvText(
    columns,
    lines.filter(isIn).map((line) => columns.map((name) => cell(line[name]))),
  )
}
