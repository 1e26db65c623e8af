import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { importMaxBytes } from '../../../shared/contract/imports.ts'
import { fieldError } from '../../http/field-error.ts'
import { Problem } from '../../http/problem.ts'

/** Accepted content types; another site's form can send none of them. */
const types = ['text/csv', 'application/json', 'application/octet-stream']

/** Within this scope the request body is a file: it is not read before the caller is authenticated. */
export function acceptFiles(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(types, (_request, payload, done) => done(null, payload))
}

/**
 * The whole file, at most 50 MiB. It is read completely before the work starts, so that slow work is not mistaken for
 * a slow sender.
 */
export async function readFile(body: unknown): Promise<Buffer> {
  const stream = body as Readable
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length
    if (bytes > importMaxBytes) break
    chunks.push(chunk as Buffer)
  }
  if (bytes > importMaxBytes) {
    // The rest is read and dropped: a proxy sends the next request, of anybody, over this connection.
    stream.resume()
    throw new Problem('payload_too_large', { message: 'This file is larger than 50 MiB. Split it and try again.' })
  }
  return Buffer.concat(chunks)
}

/** Decodes the file in chunks. Throws if it is not UTF-8, because names would be imported wrongly. */
export function* decodeUtf8(file: Buffer): Generator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let start = 0; start < file.length; start += chunkBytes) {
      yield decoder.decode(file.subarray(start, start + chunkBytes), { stream: true })
    }
    yield decoder.decode()
  } catch (error) {
    if (error instanceof TypeError) throw new UnreadableFile("This file isn't UTF-8. Save it as UTF-8 and try again.")
    throw error
  }
}

const chunkBytes = 64 * 1024

/** The rest of the file is unreadable; rows before this place were imported. */
export class UnreadableFile extends Error {
  override readonly name = 'WrongFile'
}

/** Refuses an import without a file. */
export function assertFile(body: unknown): void {
  if (body === undefined || body === null) throw fieldError('body', 'Send the file as the body.')
}

/** One unvalidated row: texts by our column names. */
export interface FileRow {
  /** Line of the file, or position in its array, from 1. */
  readonly line: number
  readonly fields: Readonly<Record<string, string>>
  /** Values that were interpreted differently from what the file says. */
  readonly notes?: readonly string[]
  /** The expiry is relative (time left when exported): importing the file again must not give more time. */
  readonly isRelativeExpiry?: boolean
  /**
   * A user's license is that of the subscription, or the one whose key is the user's name; a license that has users here
   * keeps its state.
   */
  readonly isFromKeyAuth?: boolean
  /** SHA-1 of the email address, where the file has no more than that. */
  readonly emailSha1?: string
  /** Why the row is not imported. */
  readonly skipped?: string
}

/** The file's columns and what each is read as. */
export interface FileColumns {
  readonly columns: readonly { readonly name: string; readonly field: string | null }[]
}
