import type { Readable } from 'node:stream'

export interface ReadAnswer {
  /** The beginning of the body as text. */
  readonly answer: string | null
}

const maxBytes = 2048

/** Reads the beginning of an answer and hangs up on the rest; an answer that breaks off counts as far as it came. */
export async function readAnswer(body: Readable): Promise<ReadAnswer> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= maxBytes) break
    }
  } catch {
    // The status has come, and that is what counts.
  }
  body.destroy()
  return { answer: printable(Buffer.concat(chunks).subarray(0, maxBytes)) }
}

/** Text that both databases store, whatever bytes came. */
function printable(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/(?![\t\n\r])\p{Cc}/gu, '\ufffd')
}
