import type { ImportLine } from '../../src/shared/contract/imports.ts'
import type { TestAccount, TestApp } from './create-test-app.ts'

type End = Extract<ImportLine, { type: 'end' }>
type ImportedRow = Extract<ImportLine, { type: 'progress' }>['rows'][number]

export interface ImportAnswer {
  readonly status: number
  readonly text: string
  readonly lines: readonly ImportLine[]
  readonly rows: readonly ImportedRow[]
  readonly end: End
}

/** Sends a file as a browser does; `query` is what the dialog chose. */
export async function importFile(
  test: Pick<TestApp, 'http'>,
  maker: Pick<TestAccount, 'cookie'>,
  applicationId: number,
  query: Readonly<Record<string, string>>,
  file: string | Buffer,
): Promise<ImportAnswer> {
  const answer = await test.http.inject({
    method: 'POST',
    url: `/api/applications/${applicationId}/imports?${new URLSearchParams(query)}`,
    headers: { cookie: maker.cookie, 'content-type': 'text/csv' },
    payload: file,
  })
  const lines = answer.statusCode === 200 ? ndjsonLines<ImportLine>(answer.payload) : []
  const rows = lines.flatMap((line) => (line.type === 'progress' ? line.rows : []))
  return { status: answer.statusCode, text: answer.payload, lines, rows, end: lines.at(-1) as End }
}

/** The hash that a PHP program, such as KeyAuth's server, stores of a password. */
export async function phpHash(password: string): Promise<string> {
  const { default: bcrypt } = await import('bcryptjs')
  return (await bcrypt.hash(password, 10)).replace(/^\$2b/, '$2y')
}

/** The lines of an answer of `application/x-ndjson`. */
export function ndjsonLines<Line>(text: string): Line[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}
