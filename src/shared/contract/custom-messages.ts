import { z } from 'zod'
import { Paragraph, PathId } from './fields.ts'
import type { Routes } from './route.ts'

const Text = Paragraph(500)

const CustomMessages = z.strictObject({
  loginSuccess: Text,
  loginFailed: Text,
  accountDisabled: Text,
  accountExpired: Text,
  versionMismatch: Text,
  hwidMismatch: Text,
})

export const customMessageRoutes = {
  'GET /api/custom-messages': {
    name: 'getCustomMessages',
    auth: 'session',
    token: 'messages:read',
    right: 'look',
    summary: 'Get the six messages of the account; defaults apply where none is set',
    /** With an application: the texts of its owner, which it inherits, for every caller. */
    query: z.strictObject({ applicationId: PathId.optional() }),
    reply: CustomMessages,
  },
  'PUT /api/custom-messages': {
    name: 'updateCustomMessages',
    auth: 'session',
    token: 'messages:write',
    summary: 'Change messages of the account; an empty one restores the default',
    body: CustomMessages.partial(),
    reply: CustomMessages,
  },
  'POST /api/custom-messages/reset': {
    name: 'resetCustomMessages',
    auth: 'session',
    token: 'messages:write',
    summary: 'Restore the defaults',
    reply: CustomMessages,
  },
} satisfies Routes
