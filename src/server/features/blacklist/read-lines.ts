import { parse } from 'csv-parse/sync'

/** One line of a list that is brought along: what is blocked and, behind a comma, why. */
export interface ListLine {
  /** Where it stands in the text, from 1. */
  readonly line: number
  readonly value: string
  readonly reason: string
}

interface ParsedLine {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

/**
 * Reads a pasted list or a CSV file: a value per line, a reason after a comma, semicolon or tab. Blank lines and those
 * that begin with # are passed over.
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
    // A quote that is never closed was none.
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
