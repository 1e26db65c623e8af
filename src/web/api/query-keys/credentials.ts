import { answer } from './keys.ts'

/** What clients of an application hold. */
export const credentialKeys = {
  apiKeys: (id: number) => answer('GET /api/applications/:id/api-keys', id),
  signingKeys: (id: number | undefined) => answer('GET /api/applications/:id/signing-keys', id),
} as const
