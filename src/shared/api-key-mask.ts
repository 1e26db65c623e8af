/** Masking of API keys: the first 12 characters, 20 bullets, the last 8 (document 2, section 9). */
export const apiKeyHead = 12
const tail = 8
const bullets = '\u2022'.repeat(20)

/** An API key as it is shown while hidden. A key too short to keep anything hidden becomes bullets only. */
export function maskApiKey(key: string): string {
  return key.length <= apiKeyHead + tail ? bullets : key.slice(0, apiKeyHead) + bullets + key.slice(-tail)
}

/** The server sends keys masked to callers who may read an application but not change it. */
export function isMasked(key: string): boolean {
  return key.includes('\u2022')
}
