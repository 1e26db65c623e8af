import { send } from '../../api/client.ts'

export type ExportFormat = 'csv' | 'json'

export interface ExportProgress {
  readonly rows: number
  /** Unknown when counting would take longer than the export. */
  readonly total: number | undefined
}

/** Downloads the export and reports progress; the last count is exact. */
export async function exportActivity(
  query: Readonly<Record<string, string>> & { readonly format: ExportFormat },
  onProgress: (progress: ExportProgress) => void,
  signal: AbortSignal,
) {
  const response = await send('GET /api/activity-logs/export', { query }, { signal })
  const counted = Number(response.headers.get('x-total-count') ?? Number.NaN)
  const total = Number.isFinite(counted) ? counted : undefined
  const parts: Uint8Array<ArrayBuffer>[] = []
  const count = rowCounter(query.format)
  let rows = 0
  const reader = response.body?.getReader()
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    parts.push(read.value)
    rows = count(read.value)
    onProgress({ rows, total })
  }
  return { parts, rows, type: response.headers.get('content-type') ?? '' }
}

/**
 * Counts rows in the raw bytes. A JSON row starts with `{"id":`, which can't occur inside a row, because quotes in
 * strings are escaped. A CSV row ends with a line break; the first line holds the column names.
 */
export function rowCounter(format: ExportFormat): (bytes: Uint8Array) => number {
  const mark = format === 'csv' ? '\n' : '{"id":'
  const decoder = new TextDecoder()
  let found = 0
  let rest = ''
  return (bytes) => {
    const pieces = (rest + decoder.decode(bytes, { stream: true })).split(mark)
    found += pieces.length - 1
    rest = (pieces.at(-1) ?? '').slice(1 - mark.length || undefined)
    if (mark.length === 1) rest = ''
    return format === 'csv' ? Math.max(0, found - 1) : found
  }
}
