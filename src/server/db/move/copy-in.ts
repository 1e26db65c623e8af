import type pg from 'pg'
import type { MovedValue } from './move-side.ts'

/** What pg has and its types don't; the parts of its protocol that `pg-copy-streams` uses too. */
type CopyConnection = pg.Connection & { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }

/** Writes rows by COPY, which takes a third of the time of an INSERT with the same rows. */
export function copyIn(client: pg.ClientBase, text: string, rows: readonly MovedValue[][]): Promise<void> {
  return new Promise((resolve, reject) => {
    client.query({
      submit: (connection: pg.Connection) => connection.query(text),
      handleCopyInResponse(connection: CopyConnection) {
        connection.sendCopyFromChunk(Buffer.from(linesOf(rows)))
        connection.endCopyFrom()
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => resolve(),
      handleError: reject,
    } as pg.Submittable)
  })
}

function linesOf(rows: readonly MovedValue[][]): string {
  let lines = ''
  for (const row of rows) {
    for (let index = 0; index < row.length; index += 1) {
      if (index > 0) lines += '\t'
      lines += fieldOf(row[index] ?? null)
    }
    lines += '\n'
  }
  return lines
}

function fieldOf(value: MovedValue): string | number {
  if (value === null) return '\\N'
  return typeof value === 'string' && special.test(value) ? value.replaceAll(allSpecial, escaped) : value
}

const special = /[\\\n\r\t]/
const allSpecial = /[\\\n\r\t]/g
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const escaped = (character: string) => escapes[character] ?? character
