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
    auth: 'session',
    token: 'messages:read',
    right: 'look',
    summary: "The account's six texts; where none is set the default stands",
    /** With an application: the texts of its owner, which it inherits, for every caller. */
    query: z.strictObject({ applicationId: PathId.optional() }),
    reply: CustomMessages,
  },
  'PUT /api/custom-messages': {
    auth: 'session',
    token: 'messages:write',
    summary: "Change the account's texts that are named; a blank one inherits the default again",
    body: CustomMessages.partial(),
    reply: CustomMessages,
  },
  'POST /api/custom-messages/reset': {
    auth: 'session',
    token: 'messages:write',
    summary: 'Back to the defaults',
    reply: CustomMessages,
  },
} satisfies Routes
