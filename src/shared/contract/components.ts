import { z } from 'zod'
import { type ErrorCode, errors } from '../errors.ts'
import { eventNames } from '../events.ts'
import { type OutcomeCode, outcomeCodes, outcomes } from '../outcomes.ts'
import { permissions, roles } from '../permissions.ts'
import { memberRoles } from '../rights.ts'
import { shopProviderIds } from '../shops.ts'
import { tokenActions } from '../token-actions.ts'
import { soldReferences, webhookPayload } from '../webhook-payload.ts'
import { blacklistTypes } from './blacklist.ts'
import { HardwareComponents, Refusal } from './client-api.ts'
import { Features } from './features.ts'
import { Done } from './fields.ts'
import { contract } from './index.ts'
import { loginChecks } from './user-inspection.ts'

const errorCodes = [...new Set([...Object.keys(errors), ...outcomeCodes])] as [
  ErrorCode,
  ...(ErrorCode | OutcomeCode)[],
]

const requestId = '0198f2c4-6f0e-7c1a-9a52-3d1f0b7c8e21'

/** The body of every refusal of the dashboard API. */
const Problem = z
  .object({
    /** For people. */
    message: z.string(),
    /** Stable, for programs. */
    code: z.enum(errorCodes),
    /** What is wrong with a field, by its name; only where the input is invalid. */
    fields: z.record(z.string(), z.string()).optional(),
    /** When the call is allowed again, with `release_too_soon` and `device_offline`; null: never. */
    next_at: z.string().nullable().optional(),
    /** The code with which a sign-in would be refused, with `offline_refused`. */
    reason: z.string().optional(),
    /** Identifies this request in the server's log. */
    requestId: z.string(),
  })
  .meta({ examples: [{ message: errors.user_not_found[1], code: 'user_not_found', requestId }] })

const { code, message } = outcomes.invalid_credentials
const refused = { success: false, code, message, request_id: requestId } as const

const ofApplication = '/api/applications/:id' as const
const user = contract[`GET ${ofApplication}/users/:userId`].reply
const license = contract[`POST ${ofApplication}/licenses`].reply
const application = contract['POST /api/applications'].reply
const keys = contract[`GET ${ofApplication}/signing-keys`].reply
const shop = contract[`POST ${ofApplication}/shops`].reply
const mail = contract[`GET ${ofApplication}/mail`].reply
const preview = contract[`POST ${ofApplication}/users/bulk/preview`]
const licensePreview = contract[`POST ${ofApplication}/licenses/bulk/preview`]
const [progress, end] = contract[`POST ${ofApplication}/users/bulk`].reply.options
const inspection = contract[`GET ${ofApplication}/users/:userId/inspection`].reply
const oneEvent = webhookPayload('user_login')
const webhookData = oneEvent.shape.data
/** What every event sends; the document limits type, code and success of each. */
const WebhookPayload = oneEvent.extend({
  type: z.enum(eventNames).describe('The event.'),
  data: webhookData.extend({
    success: z.boolean(),
    code: z.string().describe('Stable, as in the response of the public API.'),
    ...soldReferences,
  }),
})
const delivery = contract['GET /api/webhooks/:id/deliveries/:deliveryId'].reply

/**
 * The schemas that the OpenAPI document names, so that generated clients have one type for each: those that several calls
 * share. One that stands in another comes before it. A name is never changed.
 */
export const components = {
  EventName: z.enum(eventNames),
  Permission: z.enum(permissions),
  Role: z.enum(roles),
  MemberRole: z.enum(memberRoles),
  TokenAction: z.enum(tokenActions),
  ShopProvider: z.enum(shopProviderIds),
  BlacklistType: z.enum(blacklistTypes),
  HardwareComponents,
  LoginCheck: z.enum(loginChecks),
  Done,
  Problem,
  Refusal: Refusal.meta({ examples: [refused] }),
  Features,
  WebhookApplication: webhookData.shape.application,
  WebhookUser: webhookData.shape.user,
  WebhookPayload,
  User: user,
  License: license,
  Rights: contract['GET /api/auth/user'].reply.shape.userPermissions,
  Account: contract['GET /api/auth/user'].reply,
  SignedIn: contract['POST /api/auth/second-factor'].reply,
  SecondFactorNeeded: contract['POST /api/auth/login'].reply.options[1],
  SigningKey: keys.shape.current,
  OlderSigningKey: keys.shape.older.element,
  SigningKeys: keys,
  ApplicationStats: application.shape.stats,
  ApplicationCounts: application.shape.counts,
  Application: application,
  Passkey: contract['PATCH /api/account/passkeys/:id'].reply,
  PasskeyAssertion: contract['POST /api/auth/passkey'].body.shape.passkey,
  SavedView: contract['POST /api/account/views'].reply,
  DashboardUser: contract['PATCH /api/admin/users/:userId'].reply,
  HistoryEntry: contract['GET /api/admin/users/:userId/history'].reply.element,
  FailedMail: mail.shape.queue.shape.failures.element,
  MailQueue: mail.shape.queue,
  MailServer: mail.shape.smtp.unwrap(),
  MailSettings: mail,
  Member: contract[`PATCH ${ofApplication}/members/:accountId`].reply,
  Device: contract[`PATCH ${ofApplication}/users/:userId/devices/:deviceId`].reply,
  ClientSession: contract[`GET ${ofApplication}/sessions`].reply.element,
  Comparison: inspection.shape.decisions.element.shape.compared.element,
  Decision: inspection.shape.decisions.element,
  Redemption: inspection.shape.redemptions.element,
  Undoable: inspection.shape.undoable.element,
  AssumedValue: contract[`POST ${ofApplication}/login-check`].reply.shape.assumed.shape.ip,
  UserSelection: preview.body.shape.selection,
  AddDays: licensePreview.body.shape.action.options[0],
  UserAction: preview.body.shape.action,
  LicenseSelection: licensePreview.body.shape.selection,
  LicenseAction: licensePreview.body.shape.action,
  BulkPreview: preview.reply,
  BulkProgress: progress,
  BulkEnd: end,
  Operation: contract[`GET ${ofApplication}/operations/:operationId`].reply,
  Preset: contract[`POST ${ofApplication}/presets`].reply,
  ProductMapping: shop.shape.products.element,
  Shop: shop,
  ShopName: contract[`GET ${ofApplication}/orders`].reply.element.shape.shop,
  BlacklistEntry: contract['POST /api/blacklist'].reply,
  WebhookNotice: contract['GET /api/webhooks/:id'].reply.shape.notice.unwrap(),
  Webhook: contract['GET /api/webhooks/:id'].reply,
  NewWebhook: contract['POST /api/webhooks'].reply,
  DeliveryDetails: delivery,
  Delivery: contract['GET /api/webhooks/:id/deliveries'].reply.element,
  MessageTexts: contract['GET /api/custom-messages'].reply,
  CodeTemplate: contract['GET /api/code-templates/:language'].reply,
  Activity: contract['GET /api/activity-logs'].reply.element,
  Registration: contract['POST /api/v1/register'].body,
  Registered: contract['POST /api/v1/register'].reply,
  Login: contract['POST /api/v1/login'].body,
  LoggedIn: contract['POST /api/v1/login'].reply,
} as const satisfies Readonly<Record<string, z.ZodType>>
