import { z } from 'zod'
import { mailKinds, mailRefusals, senderNameMaxLength, smtpSecurities } from '../mail.ts'
import { ById, Email, Line, Secret, Time } from './fields.ts'
import type { Routes } from './route.ts'

/** A mail server of the application's own. The connection is always encrypted. */
const SmtpServer = z.strictObject({
  /** A host name or a public address. */
  host: Line(253).regex(/^[0-9A-Za-z.:_-]+$/, 'must be a host name or an address'),
  /** 25, 465, 587, or from 1024 on. */
  port: z.int().min(1).max(65_535),
  /** `tls`: encrypted from the start, usually port 465. `starttls`: usually port 587. */
  security: z.enum(smtpSecurities),
  /** null: the server asks for none. */
  username: Line(254).min(1).nullable(),
  /** The address that mails come from. */
  from: Email,
})

const settings = z.strictObject({
  /** The name that mails come from. null: the application's. */
  fromName: Line(senderNameMaxLength).min(1).nullable(),
  /** Where answers of customers go. null: to the sender's address. */
  replyTo: Email.nullable(),
})

const MailSettings = settings.extend({
  /** Which mail server sends. null: none, and what needs mail is switched off. */
  sender: z.enum(['own', 'server']).nullable(),
  /** null: none of its own, or you may not change it. */
  smtp: SmtpServer.extend({ hasPassword: z.boolean() }).nullable(),
  queue: z.object({
    /** At most 1,000 are counted. */
    waiting: z.int(),
    /** Why the last attempt of a mail that waits failed. */
    waitingError: z.string().nullable(),
    /** Of the last 14 days; at most 1,000 are counted. */
    failed: z.int(),
    /** The last ones of them. */
    failures: z.array(z.object({ kind: z.enum(mailKinds), to: z.string(), error: z.string(), failedAt: Time })),
    lastSentAt: Time.nullable(),
    /** Mails that were not queued. */
    refused: z.int(),
    refusedAt: Time.nullable(),
    refusedReason: z.enum(mailRefusals).nullable(),
  }),
})

export const mailRoutes = {
  'GET /api/applications/:id/mail': {
    name: 'getMailSettings',
    auth: 'session',
    token: 'none',
    right: 'look',
    summary: 'How an application sends email to its customers, and what waits or failed',
    params: ById,
    reply: MailSettings,
  },
  'PATCH /api/applications/:id/mail': {
    name: 'updateMailSettings',
    auth: 'session',
    token: 'none',
    right: 'manage',
    summary: 'Change how an application sends email',
    params: ById,
    body: settings
      .extend({
        /** null: no mail server of its own. */
        smtp: SmtpServer.extend({
          /** Absent: the stored one, as long as host, port and username stay. */
          password: Secret(1, 500).optional(),
        }).nullable(),
      })
      .partial(),
    reply: MailSettings,
  },
  'POST /api/applications/:id/mail/test': {
    name: 'sendTestMail',
    refuses: ['mail_not_configured', 'rate_limited'],
    auth: 'session',
    token: 'none',
    right: 'manage',
    summary: 'Send a test email to your own address now',
    params: ById,
    reply: z.object({
      to: z.string(),
      /** Why it was not sent; null: the mail server has taken it. */
      error: z.string().nullable(),
    }),
  },
} satisfies Routes
