import { answer } from './keys.ts'

/** Credentials and sessions of the signed-in account. */
export const accountKeys = {
  own: answer('GET /api/account'),
  passkeys: answer('GET /api/account/passkeys'),
  sessions: answer('GET /api/account/sessions'),
  views: answer('GET /api/account/views'),
  tokens: answer('GET /api/account/tokens'),
} as const
