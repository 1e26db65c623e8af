import { z } from 'zod'
import { managementTokenMaxDays } from '../constants.ts'
import { tokenActions } from '../token-actions.ts'
import { FactorCode, NewPasskeyResponse, PasskeyOptions, PasskeyResponse } from './factor-fields.ts'
import { ById, Done, Line, NewPassword, Time } from './fields.ts'
import type { Routes } from './route.ts'
import { TimeZone } from './stats.ts'

/** A management token cannot change the security of its account: these calls need a signed-in user. */
const own = { auth: 'session', token: 'none' } as const

const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  /** Synced by a password manager to several devices. */
  isSynced: z.boolean(),
  createdAt: Time,
  lastUsedAt: Time.nullable(),
})

const ManagementToken = z.object({
  id: z.int(),
  name: z.string(),
  /** The first characters, by which its owner recognizes it. */
  hint: z.string(),
  /** null: every application of the account. */
  applicationIds: z.array(z.int()).nullable(),
  actions: z.array(z.enum(tokenActions)),
  createdAt: Time,
  expiresAt: Time,
  lastUsedAt: Time.nullable(),
})

const RecoveryCodes = z.object({
  /** Shown only once. Empty if the account already had recovery codes. */
  recoveryCodes: z.array(z.string()),
})

export const ownAccountRoutes = {
  'GET /api/account': {
    name: 'getOwnAccount',
    ...own,
    summary: 'Your account and its protection',
    reply: z.object({
      id: z.int(),
      email: z.string(),
      createdAt: Time,
      lastLogin: Time.nullable(),
      /** In which dates are shown and typed; null: the browser's. */
      timeZone: z.string().nullable(),
      /** Whether sign-in asks for a code of an authenticator app. */
      hasTotp: z.boolean(),
      passkeyCount: z.int(),
      recoveryCodesLeft: z.int(),
      sessionCount: z.int(),
      tokenCount: z.int(),
      /** How long the last re-authentication is still valid. A duration, because the browser's clock may be wrong. */
      provedForMs: z.int(),
      /** The host name that passkeys are bound to; null if passkeys are not possible. */
      passkeyHost: z.string().nullable(),
    }),
  },
  'PATCH /api/account': {
    name: 'updateOwnAccount',
    ...own,
    summary: "Set the time zone of dates in the dashboard; null for the browser's",
    body: z.strictObject({ timeZone: TimeZone.nullable() }),
    reply: z.object({ timeZone: z.string().nullable() }),
  },
  'POST /api/account/prove': {
    name: 'proveIdentity',
    refuses: ['proof_failed', 'passkeys_unavailable'],
    ...own,
    summary: 'Confirm your identity with the password, a code or a passkey; valid for 5 minutes',
    body: z.union([
      z.strictObject({ password: z.string().min(1).max(1024) }),
      z.strictObject({ code: FactorCode }),
      z.strictObject({ passkey: PasskeyResponse }),
    ]),
    reply: z.object({ provedForMs: z.int() }),
  },
  'POST /api/account/prove/passkey': {
    name: 'challengeProof',
    refuses: ['passkeys_unavailable'],
    ...own,
    summary: 'Get the challenge to confirm your identity with a passkey',
    reply: PasskeyOptions,
  },
  'POST /api/account/password': {
    name: 'changeOwnPassword',
    ...own,
    summary: 'Change your password; every other session ends',
    body: z.strictObject({ currentPassword: z.string().min(1).max(1024), newPassword: NewPassword }),
    reply: Done,
  },
  'GET /api/account/sessions': {
    name: 'listOwnSessions',
    ...own,
    summary: 'List your sessions, newest first',
    reply: z.array(
      z.object({
        id: z.string(),
        isCurrent: z.boolean(),
        ipAddress: z.string(),
        userAgent: z.string(),
        createdAt: Time,
        lastSeenAt: Time,
      }),
    ),
  },
  'DELETE /api/account/sessions/:id': {
    name: 'endOwnSession',
    ...own,
    summary: 'End one of your sessions',
    params: z.strictObject({ id: Line(64).min(1) }),
    reply: Done,
  },
  'POST /api/account/sign-out-everywhere': {
    name: 'signOutEverywhere',
    ...own,
    summary: 'End all of your sessions, including this one, and clear remembered passwords',
    reply: Done,
  },
  'POST /api/account/totp': {
    name: 'createTotp',
    refuses: ['proof_needed', 'totp_exists'],
    ...own,
    summary: 'Set up an authenticator app: returns its secret, which applies once a code confirms it',
    reply: z.object({ secret: z.string(), uri: z.string() }),
  },
  'POST /api/account/totp/confirm': {
    name: 'confirmTotp',
    refuses: ['proof_needed', 'totp_exists', 'totp_not_found'],
    ...own,
    summary: 'Confirm the authenticator app with a code; sign-in asks for one from then on',
    body: z.strictObject({ code: FactorCode }),
    reply: RecoveryCodes,
  },
  'DELETE /api/account/totp': {
    name: 'deleteTotp',
    refuses: ['proof_needed', 'totp_not_found'],
    ...own,
    summary: 'Remove the authenticator app',
    reply: Done,
  },
  'POST /api/account/recovery-codes': {
    name: 'createRecoveryCodes',
    refuses: ['proof_needed', 'second_factor_missing'],
    ...own,
    summary: 'Create new recovery codes; the old ones stop working',
    reply: RecoveryCodes,
  },
  'GET /api/account/passkeys': { name: 'listPasskeys', ...own, summary: 'List your passkeys', reply: z.array(Passkey) },
  'POST /api/account/passkeys/options': {
    name: 'challengeNewPasskey',
    refuses: ['proof_needed', 'passkeys_unavailable'],
    ...own,
    summary: 'Get what a browser needs to create a passkey',
    reply: PasskeyOptions,
  },
  'POST /api/account/passkeys': {
    name: 'createPasskey',
    refuses: ['proof_needed', 'passkey_exists', 'passkey_invalid', 'limit_reached', 'passkeys_unavailable'],
    ...own,
    summary: 'Add the passkey created by the browser',
    body: z.strictObject({ name: Line(64).min(1), response: NewPasskeyResponse }),
    reply: RecoveryCodes.extend({ passkey: Passkey }),
  },
  'PATCH /api/account/passkeys/:id': {
    name: 'renamePasskey',
    ...own,
    summary: 'Rename a passkey',
    params: ById,
    body: z.strictObject({ name: Line(64).min(1) }),
    reply: Passkey,
  },
  'DELETE /api/account/passkeys/:id': {
    name: 'deletePasskey',
    refuses: ['proof_needed'],
    ...own,
    summary: 'Remove a passkey',
    params: ById,
    reply: Done,
  },
  'GET /api/account/tokens': {
    name: 'listManagementTokens',
    ...own,
    summary: 'List your management tokens',
    reply: z.array(ManagementToken),
  },
  'POST /api/account/tokens': {
    name: 'createManagementToken',
    refuses: ['proof_needed', 'limit_reached', 'application_not_found'],
    ...own,
    summary: 'Create a management token, returned only once',
    body: z.strictObject({
      name: Line(64).min(1),
      /** Days until it expires. */
      days: z.int().min(1).max(managementTokenMaxDays),
      /** Absent or null: every application of the account, including later ones. */
      applicationIds: z.array(z.int().positive()).min(1).max(100).nullish(),
      actions: z.array(z.enum(tokenActions)).min(1).max(tokenActions.length),
    }),
    reply: ManagementToken.extend({ token: z.string() }),
  },
  'DELETE /api/account/tokens/:id': {
    name: 'revokeManagementToken',
    ...own,
    summary: 'Revoke a management token; it is rejected immediately',
    params: ById,
    reply: Done,
  },
} satisfies Routes
