import type { DataTag, InfiniteData } from '@tanstack/react-query'
import type { SampleLanguage } from '../../shared/render-sample.ts'
import type { ApiKey, ApiReply, ApiRow, ListKey } from './client.ts'
import type { Page } from './page.ts'

/** Begins with its call: a change names the calls whose answers it makes old. */
export type CallKey = readonly [ApiKey, ...unknown[]]

/** The key of lists that come in pages. Nothing else lies beneath it, so a patch of pages finds pages alone. */
export type PagesKey<Row> = DataTag<CallKey, InfiniteData<Page<Row>>>

type Parts = readonly unknown[]

/** What a call answers, as it answers it. */
const answer = <K extends ApiKey>(call: K, ...of: Parts) => [call, ...of] as unknown as DataTag<CallKey, ApiReply<K>>

/** A list of the call that comes in pages. */
const pages = <K extends ListKey>(call: K, scope: number | string, ...of: Parts) =>
  [call, scope, 'pages', ...of] as unknown as PagesKey<ApiRow<K>>

/** What a screen makes of a call's answer: beside the pages, never beneath them. */
const derived = (call: ApiKey, ...of: Parts): CallKey => [call, ...of]

const all = 'all'

/** The key of everything that is cached, by entity. `queryKeys.users.list(7, filter)`; there are no others. */
export const queryKeys = {
  applications: {
    /** Every list of them: all hold rows of the same shape. */
    every: answer('GET /api/applications'),
    own: answer('GET /api/applications', 'own'),
    ownWithStats: answer('GET /api/applications', 'own', 'stats'),
    all: answer('GET /api/applications', all),
    allWithStats: answer('GET /api/applications', all, 'stats'),
    one: (id: number) => answer('GET /api/applications/:id', id),
    stats: (id: number) => answer('GET /api/applications/:id/stats', id),
    signIns: (id: number, ...range: Parts) => answer('GET /api/applications/:id/stats/events', id, ...range),
    expiries: (id: number) => answer('GET /api/applications/:id/stats/expiries', id),
    apiKeys: (id: number) => answer('GET /api/applications/:id/api-keys', id),
    signingKeys: (id: number | undefined) => answer('GET /api/applications/:id/signing-keys', id),
    operations: (id: number) => answer('GET /api/applications/:id/operations', id),
    sessions: (id: number) => pages('GET /api/applications/:id/sessions', id),
    loginCheck: (id: number, question: unknown) => answer('POST /api/applications/:id/login-check', id, question),
    bulkPreview: (...of: Parts) => derived('POST /api/applications/:id/users/bulk/preview', ...of),
  },
  users: {
    /** Whatever is cached of the users of an application. */
    of: (id: number) => derived('GET /api/applications/:id/users', id),
    list: (id: number, ...of: Parts) => pages('GET /api/applications/:id/users', id, ...of),
    newest: (id: number) => derived('GET /api/applications/:id/users', id, 'newest'),
    found: (id: number, text: string) => derived('GET /api/applications/:id/users', id, 'found', text),
    one: (id: number | undefined, userId: number | null | undefined) =>
      answer('GET /api/applications/:id/users/:userId', id, userId),
    inspections: (id: number) => derived('GET /api/applications/:id/users/:userId/inspection', id),
    inspection: (id: number, userId: number) =>
      answer('GET /api/applications/:id/users/:userId/inspection', id, userId),
  },
  licenses: {
    /** Whatever is cached of the licenses of an application. */
    of: (id: number) => derived('GET /api/applications/:id/licenses', id),
    list: (id: number, ...of: Parts) => pages('GET /api/applications/:id/licenses', id, ...of),
    found: (id: number, text: string) => derived('GET /api/applications/:id/licenses', id, 'found', text),
    summary: (id: number) => answer('GET /api/applications/:id/licenses/summary', id),
    mask: (id: number, mask: string) => answer('GET /api/applications/:id/licenses/mask', id, mask),
  },
  activity: {
    every: derived('GET /api/activity-logs'),
    list: (id: number | undefined, ...of: Parts) => pages('GET /api/activity-logs', id ?? all, ...of),
    missed: (...of: Parts) => derived('GET /api/activity-logs', 'missed', ...of),
    newest: (id: number, ...of: Parts) => derived('GET /api/activity-logs', id, 'newest', ...of),
    row: (id: number | undefined, rowId: string) => derived('GET /api/activity-logs', id ?? all, 'row', rowId),
    retention: (id: number | undefined) => answer('GET /api/activity-logs/retention', id ?? all),
  },
  webhooks: {
    /** The lists, of the account and of each application. */
    lists: pages('GET /api/webhooks', all),
    list: (applicationId: string | undefined) => pages('GET /api/webhooks', all, applicationId ?? all),
    every: derived('GET /api/webhooks/:id'),
    one: (id: string) => answer('GET /api/webhooks/:id', id),
    everyDelivery: derived('GET /api/webhooks/:id/deliveries'),
    deliveries: (id: string, ...of: Parts) => pages('GET /api/webhooks/:id/deliveries', id, ...of),
    delivery: (id: string, deliveryId: string) =>
      answer('GET /api/webhooks/:id/deliveries/:deliveryId', id, deliveryId),
  },
  blacklist: {
    /** The lists, of the account and of each application. */
    every: answer('GET /api/blacklist'),
    list: (applicationId: string | undefined) => answer('GET /api/blacklist', applicationId ?? all),
    check: (type: string, value: string, applicationId: number | undefined) =>
      answer('GET /api/blacklist/check', type, value, applicationId),
  },
  messages: {
    own: answer('GET /api/custom-messages', 'own'),
    /** Those of the application's owner. */
    of: (applicationId: number) => answer('GET /api/custom-messages', applicationId),
  },
  account: {
    own: answer('GET /api/account'),
    passkeys: answer('GET /api/account/passkeys'),
    sessions: answer('GET /api/account/sessions'),
    tokens: answer('GET /api/account/tokens'),
  },
  administration: {
    users: (access: string) => answer('GET /api/admin/users', access),
    sessions: (userId: number) => answer('GET /api/admin/users/:userId/sessions', userId),
    history: (userId: number) => answer('GET /api/admin/users/:userId/history', userId),
    audit: (query: unknown) => pages('GET /api/audit', all, query),
  },
  templates: {
    all: answer('GET /api/code-templates'),
    one: (language: SampleLanguage) => answer('GET /api/code-templates/:language', language),
  },
  /** What is no answer of the dashboard's own calls. */
  files: {
    openApi: ['openapi'],
    sample: (language: SampleLanguage) => ['sample', language],
  },
} as const
