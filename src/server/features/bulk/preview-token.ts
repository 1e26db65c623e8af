import { isSameSecret } from '../../lib/same-secret.ts'

/** What a preview promised. */
export interface Promised {
  /** Becomes the operation's id, so that a preview is used once. */
  readonly id: string
  readonly total: number
}

const goodForMs = 10 * 60_000

type Sign = (text: string) => string

/** A text that only this server makes, good for one caller, one question and ten minutes. */
export function makePreviewToken(sign: Sign, about: string, { id, total }: Promised, nowMs: number): string {
  const payload = `${id}.${nowMs}.${total}`
  return `${payload}.${sign(`${about} ${payload}`)}`
}

/** Undefined for a token of another question, a changed one and one too old. */
export function readPreviewToken(sign: Sign, about: string, token: string, nowMs: number): Promised | undefined {
  const [id = '', at = '', total = '', signature = ''] = token.split('.')
  if (!isSameSecret(signature, sign(`${about} ${id}.${at}.${total}`))) return undefined
  const ageMs = nowMs - Number(at)
  return ageMs >= -goodForMs && ageMs <= goodForMs ? { id, total: Number(total) } : undefined
}
