import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every encoding in which a secret could appear. */
function spellings(secret: string | Buffer): Buffer[] {
  const bytes = Buffer.from(secret)
  // Base64 of a text differs with the place where it begins; the first and last characters hang on the neighbors.
  const inBase64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(before === 0 ? 0 : 4, -4),
  )
  const texts = [
    ...inBase64,
    ...inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
  ]
  const encoded = [...new Set(texts)].map((text) => Buffer.from(text))
  if (typeof secret !== 'string') return [bytes, ...encoded]
  const wide = Buffer.from(secret, 'utf16le')
  const escaped = [encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)].map((text) => Buffer.from(text))
  return [bytes, ...escaped, ...encoded, wide, Buffer.from(wide).swap16()]
}

/** A place that must not contain a secret. */
export interface Place {
  readonly name: string
  readonly bytes: Buffer
}

/** `secret in place` for each that is found. */
export function findSecrets(secrets: ReadonlyMap<string, string | Buffer>, places: readonly Place[]): string[] {
  const found: string[] = []
  for (const [name, secret] of secrets) {
    const looked = spellings(secret)
    for (const place of places) {
      if (looked.some((spelling) => place.bytes.includes(spelling))) found.push(`${name} in ${place.name}`)
    }
  }
  return found
}

/** Every file of a folder but the named ones. */
export function filesIn(folder: string, but: readonly string[]): Place[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !but.includes(entry.name))
    .map((entry) => ({ name: entry.name, bytes: readFileSync(join(entry.parentPath, entry.name)) }))
}
