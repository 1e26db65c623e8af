import { existsSync, readFileSync } from 'node:fs'

/** Loads the SDK of the tests into a server, as an operator loads one. */
export const recordSpans = (file: string): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import ${new URL('record-spans.mjs', import.meta.url).href}`,
  SPANS_FILE: file,
})

export interface RecordedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** null: it begins a trace. */
  readonly parentId: string | null
  readonly attributes: Readonly<Record<string, string | number>>
  /** Spans that it is linked to, by ID. */
  readonly linked: readonly string[]
  /** 2: failed. */
  readonly status: number
}

/** The spans that have ended so far, in that order. */
export function recordedSpans(file: string): readonly RecordedSpan[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as RecordedSpan)
}
