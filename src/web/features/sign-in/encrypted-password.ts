const version = 'rm2'
const ivBytes = 12

/** Additional authenticated data: a value from another origin or purpose doesn't decrypt here. */
const associatedData = (origin: string) => new TextEncoder().encode(`rememberedPassword|${origin}`)

/** `rm2.<iv>.<ciphertext>`, each part in base64url. */
export async function encryptPassword(key: CryptoKey, password: string, origin: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const plain = new TextEncoder().encode(password)
  const algorithm = { name: 'AES-GCM', iv, additionalData: associatedData(origin) }
  const sealed = await crypto.subtle.encrypt(algorithm, key, plain)
  return [version, toText(iv), toText(new Uint8Array(sealed))].join('.')
}

/** The password, or undefined when decryption fails. */
export async function decryptPassword(key: CryptoKey, sealed: string, origin: string): Promise<string | undefined> {
  const [found, iv, ciphertext] = sealed.split('.').map((part, index) => (index === 0 ? part : fromText(part)))
  if (found !== version || !(iv instanceof Uint8Array) || !(ciphertext instanceof Uint8Array)) return undefined
  const algorithm = { name: 'AES-GCM', iv, additionalData: associatedData(origin) }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await crypto.subtle.decrypt(algorithm, key, ciphertext))
  } catch {
    return undefined
  }
}

function toText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Decodes base64 or base64url; undefined for invalid text. */
export function fromText(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    return Uint8Array.from(plain, (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
