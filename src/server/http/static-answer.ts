import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Content encodings, smallest first. Browsers accept Brotli only over HTTPS (and on localhost), so gzip is needed too.
 * Both compress in the thread pool.
 */
const encodings = {
  br: (bytes: Buffer) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gzip: (bytes: Buffer) => zip(bytes, { level: 9 }),
}
export type Encoding = keyof typeof encodings
const encodingNames = Object.keys(encodings) as Encoding[]

/** An answer that stays the same until the next start, the same for every caller: it may be compressed and cached. */
export interface StaticAnswer {
  readonly type: string
  readonly bytes: Buffer
  /** The strong ETag without quotes; each encoding adds its name, since its bytes differ. */
  readonly tag: string
  /** Every encoding in which it is sent, compressed already or once, for the first who accepts it. */
  readonly encoded: ReadonlyMap<Encoding, () => Promise<Buffer>>
}

/** An answer that the build has compressed already; without an entry in `encoded` it is sent as it is. */
export function staticAnswer(type: string, bytes: Buffer, encoded: ReadonlyMap<Encoding, Buffer>): StaticAnswer {
  const ready = [...encoded].map(([name, packed]) => [name, async () => packed] as const)
  return { type, bytes, tag: tagOf(bytes), encoded: new Map(ready) }
}

/** An answer that is known only when the server runs. It is compressed once per encoding. */
export function compressedOnce(type: string, bytes: Buffer): StaticAnswer {
  const once = encodingNames.map((name) => {
    let packed: Promise<Buffer> | undefined
    const pack = () => {
      packed ??= encodings[name](bytes)
      return packed
    }
    return [name, pack] as const
  })
  return { type, bytes, tag: tagOf(bytes), encoded: new Map(once) }
}

const tagOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

/**
 * Sends it in the smallest encoding that the caller accepts, or 304 if the caller has it. `vary`: what else the answer
 * at this address depends on.
 */
export async function sendStatic(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, bytes, tag, encoded }: StaticAnswer,
  vary: readonly string[] = [],
): Promise<FastifyReply> {
  const encoding = encodingNames.find((name) => encoded.has(name) && accepts(request, name))
  const etag = encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`
  const varies = encoded.size > 0 ? ['Accept-Encoding', ...vary] : vary
  if (varies.length > 0) reply.header('vary', varies.join(', '))
  reply.type(type).header('etag', etag)
  if (has(request, etag)) return reply.code(304).send()
  if (encoding === undefined) return reply.send(bytes)
  const packed = await encoded.get(encoding)?.()
  return reply.header('content-encoding', encoding).send(packed)
}

/** Whether Accept-Encoding names the encoding, unless with a weight of 0. */
function accepts({ headers }: FastifyRequest, encoding: Encoding): boolean {
  const [entry] = partsOf(headers['accept-encoding']).filter((part) => part.split(';', 1)[0]?.trim() === encoding)
  return entry !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(entry)
}

/** Whether If-None-Match names the ETag; a proxy may have made it a weak one. */
function has({ headers }: FastifyRequest, etag: string): boolean {
  return (headers['if-none-match'] ?? '').split(',').some((part) => {
    const known = part.trim().replace(/^W\//, '')
    return known === etag || known === '*'
  })
}

const partsOf = (header: string | string[] | undefined) =>
  String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim())
