import type { importResults } from '../../../shared/contract/imports.ts'
import type { StoreSet } from '../../store/index.ts'
import type { FileRow } from './import-file.ts'
import type { WrongRow } from './read-user.ts'

/** What an import does, or would do, with one row. */
export interface RowResult {
  readonly result: (typeof importResults)[number]
  readonly field?: string
  readonly message?: string
}

/** How one kind of thing is imported. */
export interface Importer<Item> {
  /** What the columns of a file may be. */
  readonly columns: readonly string[]
  /** For the audit log. */
  readonly action: string
  read(row: FileRow): { readonly item: Item } | { readonly wrong: WrongRow }
  nameOf(item: Item): string
  /** By this two rows of a file are the same. */
  keyOf(item: Item): string
  /** What would be done with the rows, in their order, after those before them; changes nothing. */
  plan(stores: StoreSet, items: readonly Item[]): Promise<RowResult[]>
  /** Slow work that a transaction must not wait for, on rows that are new. */
  prepare(stores: StoreSet, items: readonly Item[]): Promise<void>
  /** Does it, in one transaction. */
  write(tx: StoreSet, items: readonly Item[], now: Date): Promise<RowResult[]>
}

/** The row of a table that is there already, beside what the file says. */
export function hasSameFields(now: object, wanted: object): boolean {
  const current = new Map<string, unknown>(Object.entries(now))
  const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : value)
  return Object.entries(wanted).every(
    ([field, value]) => value === undefined || comparable(current.get(field)) === comparable(value),
  )
}
