import { ReceiverRefused } from './connect.ts'

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was broken off.',
  EPIPE: 'The connection was broken off.',
  UND_ERR_SOCKET: 'The connection was broken off.',
  EHOSTUNREACH: 'The receiver could not be reached.',
  ENETUNREACH: 'The receiver could not be reached.',
  ENOTFOUND: 'The name could not be found.',
  ENODATA: 'The name has no address.',
  EAI_AGAIN: 'The name servers did not answer.',
  UND_ERR_HEADERS_OVERFLOW: 'The answer had too many headers.',
  UND_ERR_DESTROYED: 'The server was stopped meanwhile.',
  UND_ERR_CLOSED: 'The server was stopped meanwhile.',
}

const timeouts = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_ABORTED',
  'ETIMEDOUT',
])

/** Why nothing was answered, in a sentence that holds no part of the address but what was refused of it. */
export function whyNotSent(error: unknown, timeoutMs: number): string {
  if (error instanceof ReceiverRefused) return error.message
  const { name, code, message } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || name === 'AbortError' || timeouts.has(code ?? '')) {
    return `No answer within ${timeoutMs / 1000} s.`
  }
  if (code !== undefined) return sentences[code] ?? `The connection failed (${code}).`
  return isNameServerCode(message) ? `The name servers failed (${message}).` : 'The connection failed.'
}

/** What `openResolve` throws: nothing but codes. */
const isNameServerCode = (message: string) => /^[A-Z_ ]{1,80}$/.test(message)
