import * as texts from '../texts/api.ts'
import { ApiError } from './api-error.ts'
import { type ApiInput, type ApiReply, send } from './client.ts'

/** Endpoints that stream one JSON text per line while they work. */
type LinesKey =
  | 'POST /api/applications/:id/users/bulk'
  | 'POST /api/applications/:id/licenses/bulk'
  | 'POST /api/applications/:id/imports'

export interface LinesOptions<Line> {
  readonly onLine: (line: Line) => void
  readonly signal?: AbortSignal | undefined
  /** The body, for endpoints that take a file. */
  readonly file?: Blob
}

/**
 * Calls the server and passes on each line of the response as it arrives. Throws `ApiError` for an error response and
 * for a stream that breaks off before its last line (`end`).
 * `await apiLines('POST /api/applications/:id/users/bulk', { params, body }, { onLine })`
 */
export async function apiLines<K extends LinesKey>(
  key: K,
  input: ApiInput<K>,
  { onLine, signal, file }: LinesOptions<ApiReply<K>>,
): Promise<void> {
  const headers = { accept: 'application/x-ndjson', ...(file && { 'content-type': 'application/octet-stream' }) }
  const response = await send(key, input, { signal, headers, ...(file && { file }) })
  let last: ApiReply<K> | undefined
  try {
    for await (const line of readLines(response.body ?? new ReadableStream())) {
      // The server validates each line against the same contract.
      last = JSON.parse(line) as ApiReply<K>
      onLine(last)
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw connectionLost()
  }
  if (last?.type !== 'end') throw connectionLost()
}

function connectionLost(): ApiError {
  return new ApiError({
    status: 0,
    code: 'broken_off',
    message: texts.connectionLostChangesMade,
  })
}

/** The lines of a stream without their line ends; empty lines are skipped. */
export async function* readLines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      const lines = (rest + (done ? decoder.decode() : decoder.decode(value, { stream: true }))).split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) if (line.trim() !== '') yield line
      if (done) return
    }
  } finally {
    reader.releaseLock()
  }
}
