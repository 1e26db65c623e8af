import { answer } from './keys.ts'

/** API keys and signing keys of an application. */
export const credentialKeys = {
  apiKeys: (id: number) => answer('GET /api/applications/:id/api-keys', id),
  signingKeys: (id: number | undefined) => answer('GET /api/applications/:id/signing-keys', id),
} as const
