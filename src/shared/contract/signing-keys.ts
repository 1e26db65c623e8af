import { z } from 'zod'
import { ById, PathId, Time } from './fields.ts'
import type { Routes } from './route.ts'

export const signingKeyStates = ['next', 'current', 'retired', 'revoked'] as const

const ByNumber = ById.extend({ number: PathId })

const key = {
  /** `app_7.rs256.1`: in the response's `keyid`, in a lease's `kid`, and the value of `X-Key-Id`. */
  id: z.string(),
  /** Counted from 1 in each application, never reused. */
  number: z.int(),
  state: z.enum(signingKeyStates),
  createdAt: Time,
  /** Since when it is in this state. */
  changedAt: Time,
}

const PinnedKey = z.object({
  ...key,
  /** Base64 of the SubjectPublicKeyInfo (DER), 392 characters: what the samples pin. */
  publicKey: z.string(),
  publicKeyPem: z.string(),
})

/** The keys that sign an application's responses. The private keys never leave the server. */
const SigningKeys = z.object({
  /** The public address of this server: `iss` of leases, and its path is the prefix of every signed path. */
  issuer: z.string(),
  /** Signs by default. */
  current: PinnedKey,
  /** Pinned in addition, so that a client keeps verifying after the next rotation. */
  next: PinnedKey,
  /** No longer to be pinned, the newest first. */
  older: z.array(z.object(key)),
})

export const signingKeyRoutes = {
  'GET /api/applications/:id/signing-keys': {
    name: 'listSigningKeys',
    auth: 'session',
    token: 'applications:read',
    right: 'look',
    summary: 'List public keys that clients pin to verify signed responses',
    params: ById,
    reply: SigningKeys,
  },
  'POST /api/applications/:id/signing-keys/promote': {
    name: 'promoteSigningKey',
    refuses: ['signing_key_changed'],
    auth: 'session',
    token: 'none',
    right: 'manage',
    summary: 'Promote the next key; the current one retires and a new next one is created',
    params: ById,
    reply: SigningKeys,
  },
  'POST /api/applications/:id/signing-keys/:number/revoke': {
    name: 'revokeSigningKey',
    refuses: ['signing_key_changed'],
    auth: 'session',
    token: 'none',
    right: 'manage',
    summary: 'Revoke a signing key whose private key may have leaked',
    params: ByNumber,
    reply: SigningKeys,
  },
} satisfies Routes
