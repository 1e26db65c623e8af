import { parse } from 'csv-parse/sync'
import type { z } from 'zod'
import { type blacklistRoutes, importResults } from '../../../shared/contract/blacklist.ts'
import { Line } from '../../../shared/contract/fields.ts'
import { fieldError } from '../../http/field-error.ts'
import type { BlacklistType } from '../../store/applications/blacklist.ts'
import { type NormalizedValue, normalizeValue } from './normalize-value.ts'

/** More entries in one transaction would block all other writes for too long. */
const maxLines = 5_000
const [added, listed, invalid] = importResults

const Value = Line(254)
const Reason = Line(500)

type Report = z.output<(typeof blacklistRoutes)['POST /api/blacklist/import']['reply']>

interface PlannedImport {
  readonly entries: readonly (NormalizedValue & { readonly reason: string })[]
  readonly report: Report
}

/** What an import would do: each value once, existing entries skipped. */
export function planImport(type: BlacklistType, text: string, onList: ReadonlySet<string>): PlannedImport {
  const lines = readLines(text)
  if (lines.length > maxLines) throw fieldError('text', `At most ${maxLines} lines can be imported at once.`)
  const known = new Set(onList)
  const entries: (NormalizedValue & { reason: string })[] = []
  const rows = lines.map((line): Report['rows'][number] => {
    const checked = checkLine(type, line)
    const shown = { line: line.line, value: line.value.slice(0, 254), problem: null }
    if (typeof checked === 'string') return { ...shown, result: invalid, problem: checked }
    if (known.has(checked.valueKey)) return { ...shown, result: listed }
    known.add(checked.valueKey)
    entries.push(checked)
    return { ...shown, value: checked.value, result: added }
  })
  const count = (result: string) => rows.filter((row) => row.result === result).length
  return { entries, report: { added: count(added), listed: count(listed), invalid: count(invalid), rows } }
}

function checkLine(type: BlacklistType, line: ListLine): (NormalizedValue & { readonly reason: string }) | string {
  const value = Value.safeParse(line.value)
  const reason = Reason.safeParse(line.reason)
  if (!value.success) return 'Value is too long or contains control characters.'
  if (!reason.success) return 'Reason is too long or contains control characters.'
  const compared = normalizeValue(type, value.data)
  return typeof compared === 'string' ? compared : { ...compared, reason: reason.data }
}

/** One line of an imported list: the value and, after a comma, the reason. */
interface ListLine {
  /** Line of the text, from 1. */
  readonly line: number
  readonly value: string
  readonly reason: string
}

interface ParsedLine {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/**
 * Parses a pasted list or a CSV file: one value per line, with a reason after a comma, semicolon or tab. Blank lines
 * and lines that begin with # are skipped.
 */
export function readLines(text: string): ListLine[] {
  return parseText(text).map(({ record: [value = '', ...reason], info }) => ({
    line: info.lines,
    value,
    reason: reason.filter((part) => part !== '').join(', '),
  }))
}

function parseText(text: string): readonly ParsedLine[] {
  try {
    return parseWith(text, '"')
  } catch {
    // A quote that is never closed is a normal character.
    return parseWith(text, false)
  }
}

function parseWith(text: string, quote: string | false): readonly ParsedLine[] {
  return parse(text, {
    bom: true,
    comment: '#',
    comment_no_infix: true,
    delimiter: [',', ';', '\t'],
    info: true,
    quote,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
  }) as unknown as readonly ParsedLine[]
}
