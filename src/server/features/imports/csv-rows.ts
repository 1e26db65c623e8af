import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { unmarkedCell } from '../../lib/csv.ts'
import type { ColumnMapping } from './column-mapping.ts'
import type { FileColumns, FileRow } from './import-file.ts'
import { decodeUtf8, UnreadableFile } from './import-file.ts'

/** A longer row is certainly not a row of users. */
const maxRowCharacters = 64 * 1024
/** Of a column's name. */
const maxNameCharacters = 100

/**
 * Rows of a CSV file with a header: comma or semicolon, with or without a byte order mark. Columns are found by name,
 * in any order, others by the mapping. First yields what each column is read as.
 */
export async function* csvRows(
  file: Buffer,
  known: readonly string[],
  mapping: ColumnMapping,
): AsyncGenerator<FileColumns | FileRow> {
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(file),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowCharacters,
  })
  // pipeline() forwards an error of the source to the parser; pipe() would not
  const records = pipeline(Readable.from(decodeUtf8(file)), parser, () => {})
  let fields: readonly (string | null)[] | undefined
  try {
    for await (const { record, info } of records as unknown as AsyncIterable<CsvRecord>) {
      if (!fields) {
        const read = record.map((name) => ({ name: name.slice(0, maxNameCharacters), field: fieldOf(name, known) }))
        const columns = mapped(read, mapping)
        fields = columns.map(({ field }) => field)
        yield { columns }
      } else yield { line: info.lines, fields: fieldsOf(record, fields) }
    }
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile(`This file can't be read: ${error.message}`) : error
  }
}

interface CsvRecord {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

function delimiterOf(file: Buffer): ',' | ';' {
  const header = file.subarray(0, 4096).toString('utf8').split(/\r?\n/, 1)[0] ?? ''
  return header.split(';').length > header.split(',').length ? ';' : ','
}

type Columns = FileColumns['columns']

/** The columns with what the mapping says of them; a field that it gives to one column is no longer another's. */
function mapped(columns: Columns, mapping: ColumnMapping): Columns {
  const taken = new Set(columns.map(({ name }) => mapping.get(name)))
  return columns.map(({ name, field }) => {
    const chosen = mapping.get(name)
    return { name, field: chosen === undefined && !taken.has(field) ? field : (chosen ?? null) }
  })
}

/** `License Key`, `licenseKey` and `license_key` are the same column. */
function fieldOf(name: string, known: readonly string[]): string | null {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return known.find((field) => plain(field) === plain(name)) ?? null
}

function fieldsOf(record: readonly string[], fields: readonly (string | null)[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [index, field] of fields.entries()) {
    const cell = record[index]
    if (field !== null && cell !== undefined) values[field] = unmarkedCell(cell)
  }
  return values
}
