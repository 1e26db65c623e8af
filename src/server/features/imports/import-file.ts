import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { importMaxBytes } from '../../../shared/contract/imports.ts'
import { fieldError } from '../../http/field-error.ts'
import { Problem } from '../../http/problem.ts'

/** What a file may be declared as; none of them can be sent by another site's form. */
const types = ['text/csv', 'application/json', 'application/octet-stream']

/** Within this scope a body is a file: it is not looked at before the caller is known. */
export function acceptFiles(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(types, (_request, payload, done) => done(null, payload))
}

/** The whole file, at most 50 MiB. It is read before the work begins: a slow work must not look like a slow sender. */
export async function readFile(body: unknown): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as Readable) {
    bytes += (chunk as Buffer).length
    if (bytes > importMaxBytes) throw new Problem('payload_too_large', { message: 'A file may have at most 50 MiB.' })
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks)
}

/** The file as text, piece by piece. Throws where it is not UTF-8: names would be imported wrong. */
export function* decodeUtf8(file: Buffer): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let start = 0; start < file.length; start += chunkBytes) {
      yield decoder.decode(file.subarray(start, start + chunkBytes), { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadableFile('The file is not UTF-8. Save it as UTF-8 and try again.')
    throw error
  }
}

const chunkBytes = 64 * 1024

/** The file cannot be read on; what stands before that place could. */
export class UnreadableFile extends Error {
  override readonly name = 'WrongFile'
}

/** Refuses an import without a file. */
export function assertFile(body: unknown): void {
  if (body === undefined || body === null) throw fieldError('body', 'Send the file as the body.')
}

/** One row of a file, before anybody knows whether it is right: texts by the names of our columns. */
export interface FileRow {
  /** Line of the file, or place in its array, from 1. */
  readonly line: number
  readonly fields: Readonly<Record<string, string>>
  /** What was read otherwise than it stood there. */
  readonly notes?: readonly string[]
  /** The expiry is a rest counted from now: read again later it must not give more time. */
  readonly isRelativeExpiry?: boolean
  /** Why the row is none of those that are imported. */
  readonly skipped?: string
}

/** The file's columns and what each is read as. */
export interface FileColumns {
  readonly columns: readonly { readonly name: string; readonly field: string | null }[]
}
