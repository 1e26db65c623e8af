import type { importResults } from '../../../shared/contract/imports.ts'
import type { StoreSet } from '../../store/index.ts'
import type { OperationEntity } from '../../store/undo/operations.ts'
import type { FileRow } from './import-file.ts'
import type { WrongRow } from './read-user.ts'

/** What an import does, or would do, with one row. */
export interface RowResult {
  readonly result: (typeof importResults)[number]
  readonly field?: string
  readonly message?: string
}

/** Hashes a password once it is its turn, and calls `whileWaiting` every now and then. */
export type HashPassword = (password: string, whileWaiting: () => Promise<void>) => Promise<string>

/** How one kind of record is imported. */
export interface Importer<Item> {
  /** The columns that a file may have. */
  readonly columns: readonly string[]
  readonly entity: OperationEntity
  read(row: FileRow): { readonly item: Item } | { readonly wrong: WrongRow }
  nameOf(item: Item): string
  /** Two rows of a file with the same key are duplicates. */
  keyOf(item: Item): string
  /** When a new row would end; null: never, or with something else. */
  endOf(item: Item, now: Date): Date | null
  /** What would be done with these rows, in order, after those before them; changes nothing. */
  plan(stores: StoreSet, items: readonly Item[]): Promise<RowResult[]>
  /** Slow work on new rows that must be done before the transaction; calls `whileWaiting` every now and then. */
  prepare(stores: StoreSet, items: readonly Item[], whileWaiting: () => Promise<void>): Promise<void>
  /** Applies the rows, in one transaction. */
  applyRows(tx: StoreSet, items: readonly Item[], now: Date): Promise<RowResult[]>
}

/** Whether the existing row already has the values of the file. */
export function hasSameFields(now: object, wanted: object): boolean {
  const current = new Map<string, unknown>(Object.entries(now))
  const comparable = (value: unknown) => (value instanceof Date ? value.getTime() : value)
  return Object.entries(wanted).every(
    ([field, value]) => value === undefined || comparable(current.get(field)) === comparable(value),
  )
}
