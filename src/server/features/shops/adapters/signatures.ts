import { createHmac, timingSafeEqual } from 'node:crypto'

/** Whether one of these signatures (hexadecimal or base64) is the HMAC-SHA256 of the bytes; in constant time. */
export function isSignedBy(
  key: string | Buffer,
  parts: readonly (string | Buffer)[],
  signatures: readonly string[],
  encoding: 'hex' | 'base64',
): boolean {
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  const right = Buffer.from(hmac.digest(encoding))
  let isSigned = false
  for (const signature of signatures) {
    const sent = Buffer.from(signature)
    if (sent.length === right.length && timingSafeEqual(sent, right)) isSigned = true
  }
  return isSigned
}

/** Whether a Unix time in seconds is near enough to now. */
export function isRecent(seconds: string | undefined, now: Date, toleranceMs: number): boolean {
  if (seconds === undefined || !/^\d{1,12}$/.test(seconds)) return false
  return Math.abs(now.getTime() - Number(seconds) * 1000) <= toleranceMs
}

/** The values of a name in `t=1,v1=a,v1=b`. */
export function valuesOf(header: string, separator: ',' | ';', name: string): string[] {
  return header
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1))
}

export const fiveMinutesMs = 5 * 60_000
/** How long shops go on repeating a call. */
export const threeDaysMs = 72 * 60 * 60_000
