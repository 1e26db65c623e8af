import { send } from '../../api/client.ts'

export type ExportFormat = 'csv' | 'json'

export interface ExportProgress {
  readonly rows: number
  /** Unknown where counting would have taken longer than the export. */
  readonly total: number | undefined
}

/** Fetches a file of the log and tells how far it is; the last figure is what the file holds. */
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
 * Counts rows in the bytes as they pass. A row of JSON begins `{"id":`, and nothing inside a row does, for quotes within
 * texts are escaped; one of CSV ends with a line, of which the first holds the names.
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
