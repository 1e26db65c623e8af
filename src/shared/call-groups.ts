import type { RouteDef } from './contract/route.ts'
import { callAnchor, referenceArea } from './reference-pages.ts'

/** A group of calls, as the OpenAPI document and the guide name it. */
export interface CallGroup {
  readonly title: string
  readonly description: string
  /** The page of the guide that explains its calls; absent where only people make them. */
  readonly page?: string
}

/** Every group, in the order in which they are shown. */
export const callGroups = {
  client: {
    title: 'Client API',
    description: 'The calls that your software makes: register, log in, verify, and keep a session alive.',
    page: 'api-client',
  },
  applications: {
    title: 'Applications',
    description: 'Create applications, change their settings, read their figures.',
    page: 'api-applications',
  },
  users: {
    title: 'Users',
    description: 'Create, change, pause, ban and export the users of an application.',
    page: 'api-users',
  },
  licenses: {
    title: 'Licenses',
    description: 'Create license keys one by one or in batches, extend them, export them.',
    page: 'api-licenses',
  },
  sessions: {
    title: 'Sessions and checks',
    description: 'See who is online, end sessions, and find out why a user was rejected.',
    page: 'api-sessions',
  },
  bulk: {
    title: 'Bulk actions',
    description: 'Change thousands of users or licenses in one call, and follow the progress.',
    page: 'api-bulk',
  },
  activity: {
    title: 'Activity',
    description: 'Read and export what happened: every login and every rejection with its reason.',
    page: 'api-activity',
  },
  blacklist: {
    title: 'Blacklist',
    description: 'Block addresses, names, emails and hardware IDs, one by one or as a list.',
    page: 'api-blacklist',
  },
  webhooks: {
    title: 'Webhooks',
    description: 'Create webhooks, test them, look at deliveries and send them again.',
    page: 'api-webhooks',
  },
  messages: {
    title: 'Messages',
    description: 'Change the six messages that your users see.',
    page: 'api-messages',
  },
  portal: { title: 'Portal', description: 'Where customers manage their own devices, sessions and password.' },
  shops: {
    title: 'Shops',
    description: 'Connect shops, look at the calls that they made, and send email to customers.',
  },
  imports: { title: 'Imports', description: 'Import users and licenses from a file.' },
  keys: { title: 'Keys', description: 'API keys, and the keys that sign responses.' },
  team: { title: 'Team', description: 'Members of an application, invites, and its transfer to another owner.' },
  templates: { title: 'Code templates', description: 'The sample programs that the dashboard shows.' },
  search: { title: 'Search', description: 'Search in all of your applications at once.' },
  account: { title: 'Account', description: 'Your own account: password, second factors, tokens, saved views.' },
  signIn: { title: 'Sign-in', description: 'Sign in to the dashboard, and out.' },
  administration: {
    title: 'Administration',
    description: 'Dashboard users, the audit log, and backups of the server.',
  },
  server: { title: 'Server', description: 'Health of the server, its live stream, and this document.' },
} as const satisfies Readonly<Record<string, CallGroup>>

export type CallGroupName = keyof typeof callGroups

/** The group of a call without a page of its own in the guide, by its path; the first that fits. */
const places: readonly (readonly [CallGroupName, RegExp])[] = [
  ['portal', /^\/api\/(portal\/|applications\/:id\/portal-logo)/],
  ['shops', /^\/api\/(applications\/:id\/)?(shops|mail)/],
  ['licenses', /^\/api\/applications\/:id\/orders/],
  ['imports', /^\/api\/applications\/:id\/imports/],
  ['keys', /^\/api\/applications\/:id\/(api-key|signing-key)/],
  ['team', /^\/api\/(applications\/:id\/(member|transfer)|account\/invites)/],
  ['templates', /^\/api\/code-templates/],
  ['search', /^\/api\/search/],
  ['account', /^\/api\/account/],
  ['signIn', /^\/api\/(auth|setup|logout)/],
  ['administration', /^\/api\/(admin|audit|system)/],
]

/** The group of a call. */
export function groupOf(key: string, { auth, token }: Pick<RouteDef, 'auth' | 'token'>): CallGroupName {
  const [method = '', path = ''] = key.split(' ')
  if (auth === 'api-key') return 'client'
  const place = places.find(([, calls]) => calls.test(path))?.[0]
  const area = referenceArea(callAnchor(method, path))
  if (token !== undefined && token !== 'none' && area !== undefined) return area
  return place ?? area ?? 'server'
}
