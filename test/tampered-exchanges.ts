import type { Exchange } from './signing-client.ts'

/** An exchange as the samples' verification takes it. */
export interface SampleExchange {
  readonly path: string
  readonly nonce: string
  readonly requestBody: string
  readonly status: number | string
  readonly body: string
  readonly signatureInput: string
  readonly signature: string
}

export function forSample({ path, nonce, requestBody, status, body, headers }: Exchange): SampleExchange {
  const signatureInput = String(headers['signature-input'] ?? '')
  return { path, nonce, requestBody, status, body, signatureInput, signature: String(headers.signature ?? '') }
}

const parts = ['status', 'body', 'signature', 'signatureInput', 'requestBody', 'path'] as const

/** The exchange with one character changed, for every character of everything that the signature covers. */
export function tampered(exchange: SampleExchange, random: () => number): { what: string; exchange: SampleExchange }[] {
  return parts.flatMap((part) => {
    const text = String(exchange[part])
    // By UTF-16 units, as `slice` counts.
    return Array.from({ length: text.length }, (_, index) => {
      const changed = text.slice(0, index) + otherThan(text.charAt(index), random) + text.slice(index + 1)
      return { what: `${part} ${index}`, exchange: { ...exchange, [part]: changed } }
    })
  })
}

/** Another printable character. */
function otherThan(character: string, random: () => number): string {
  const other = String.fromCharCode(32 + Math.floor(random() * 95))
  return other === character ? otherThan(character, random) : other
}
