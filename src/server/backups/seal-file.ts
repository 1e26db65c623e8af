import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { DamagedCopy } from './damaged-copy.ts'

/**
 * What leaves this machine: gzip under AES-256-GCM. Each file has a key and a nonce of its own, derived from a random
 * salt at its beginning; the tag is at its end. The name is authenticated too, so that no copy passes for another.
 */
const magic = Buffer.from('KEYWRIGHT-BACKUP-1\n')
const saltBytes = 32
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16]

function fileKey(key: Buffer, salt: Buffer): readonly [key: Buffer, nonce: Buffer] {
  const derived = Buffer.from(hkdfSync('sha256', key, salt, 'keywright backup file 1', keyBytes + nonceBytes))
  return [derived.subarray(0, keyBytes), derived.subarray(keyBytes)]
}

const authenticated = (name: string) => Buffer.concat([magic, Buffer.from(name)])

export async function sealFile(source: string, target: string, key: Buffer, name: string): Promise<void> {
  const salt = randomBytes(saltBytes)
  const cipher = createCipheriv('aes-256-gcm', ...fileKey(key, salt)).setAAD(authenticated(name))
  await pipeline(
    createReadStream(source),
    createGzip({ level: 6 }),
    async function* (chunks: AsyncIterable<Buffer>) {
      yield magic
      yield salt
      for await (const chunk of chunks) yield cipher.update(chunk)
      yield cipher.final()
      yield cipher.getAuthTag()
    },
    createWriteStream(target, { mode: 0o600 }),
  )
}

/**
 * Opens what `sealFile` made. Until it has resolved, nothing in the target is authentic.
 * @throws DamagedCopy
 */
export async function openFile(
  source: AsyncIterable<Uint8Array>,
  target: string,
  key: Buffer,
  { name, maxBytes }: { readonly name: string; readonly maxBytes: number },
): Promise<void> {
  let isSourceBroken = false
  const read = async function* () {
    try {
      yield* source
    } catch (error) {
      isSourceBroken = true
      throw error
    }
  }
  try {
    await pipeline(
      decrypted(read(), key, name),
      createGunzip(),
      (chunks: AsyncIterable<Buffer>) => atMost(chunks, maxBytes),
      createWriteStream(target, { mode: 0o600 }),
    )
  } catch (error) {
    const isOfDisk = (error as NodeJS.ErrnoException).syscall !== undefined
    if (isSourceBroken || isOfDisk || error instanceof DamagedCopy) throw error
    throw new DamagedCopy('It is cut off, changed, or encrypted with another master key.')
  }
}

async function* decrypted(source: AsyncIterable<Uint8Array>, key: Buffer, name: string): AsyncGenerator<Buffer> {
  const headBytes = magic.length + saltBytes
  let decipher: ReturnType<typeof createDecipheriv> | undefined
  let kept = Buffer.alloc(0)
  for await (const chunk of source) {
    kept = Buffer.concat([kept, chunk])
    if (!decipher) {
      if (kept.length < headBytes) continue
      if (!kept.subarray(0, magic.length).equals(magic)) throw new DamagedCopy('It is no backup of Keywright.')
      const [own, nonce] = fileKey(key, kept.subarray(magic.length, headBytes))
      decipher = createDecipheriv('aes-256-gcm', own, nonce).setAAD(authenticated(name))
      kept = kept.subarray(headBytes)
    }
    // The last bytes may be the tag.
    const ready = Math.max(0, kept.length - tagBytes)
    if (ready > 0) yield decipher.update(kept.subarray(0, ready))
    kept = kept.subarray(ready)
  }
  if (!decipher || kept.length < tagBytes) throw new DamagedCopy('It is cut off.')
  ;(decipher as ReturnType<typeof createDecipheriv> & { setAuthTag(tag: Buffer): void }).setAuthTag(kept)
  yield decipher.final()
}

/** Bytes are not authentic before the last one, so they may not fill the disk. */
async function* atMost(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new DamagedCopy('It is larger than its manifest says.')
    yield chunk
  }
}
