import { equalsConstantTime } from '../../lib/tokens.ts'

/** The claims of a preview token. */
interface PreviewClaims {
  /** Becomes the operation's id, which makes the preview single-use. */
  readonly id: string
  readonly total: number
}

const previewTokenTtlMs = 10 * 60_000

type Sign = (text: string) => string

/** A signed token for one caller, one selection and action, and ten minutes. */
export function makePreviewToken(sign: Sign, about: string, { id, total }: PreviewClaims, nowMs: number): string {
  const payload = `${id}.${nowMs}.${total}`
  return `${payload}.${sign(`${about} ${payload}`)}`
}

/** Undefined for a token of another request, an altered one and an expired one. */
export function readPreviewToken(sign: Sign, about: string, token: string, nowMs: number): PreviewClaims | undefined {
  const [id = '', at = '', total = '', signature = ''] = token.split('.')
  if (!equalsConstantTime(signature, sign(`${about} ${id}.${at}.${total}`))) return undefined
  const ageMs = nowMs - Number(at)
  return ageMs >= -previewTokenTtlMs && ageMs <= previewTokenTtlMs ? { id, total: Number(total) } : undefined
}
