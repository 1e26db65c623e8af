import type { ServerCalls } from './server-calls.ts'

type Given = Readonly<Record<string, string | number | boolean | undefined>>

interface Field {
  readonly type: 'integer' | 'string' | 'boolean'
  readonly description: string
  readonly enum?: readonly string[]
}

/** A tool as a language model sees it, and what it does. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly fields: Readonly<Record<string, Field>>
  readonly required: readonly string[]
  /** Absent for a tool that only reads. */
  readonly isWrite?: true
  run(calls: ServerCalls, given: Given): Promise<unknown>
}

const id = (description: string): Field => ({ type: 'integer', description })
const text = (description: string): Field => ({ type: 'string', description })
const applicationId = id('The application, from list_applications.')
const application = ({ applicationId: given }: Given) => `/api/applications/${given}`

/** What a tool gives of a row: nothing else, so a new field of the API reveals nothing. */
const only = (names: readonly string[]) => (row: unknown) =>
  Object.fromEntries(names.map((name) => [name, (row as Readonly<Record<string, unknown>>)[name]]))
const rows = (value: unknown, names: readonly string[]) => (value as readonly unknown[]).map(only(names))

const userFields = ['id', 'username', 'email', 'isActive', 'isPaused', 'isBanned', 'kind', 'hwid', 'devices']
const shownOfUser = [...userFields, 'effectiveExpiresAt', 'licenseId', 'licenseKey', 'lastLogin', 'createdAt']
const licenseFields = ['id', 'licenseKey', 'description', 'maxUsers', 'currentUsers', 'validityDays', 'isActive']
const shownOfLicense = [...licenseFields, 'hold', 'holdReason', 'expiresAt', 'graceUntil', 'createdAt']
const shownOfSession = ['id', 'userId', 'username', 'ipAddress', 'userAgent', 'startedAt', 'lastSeenAt']
const shownOfActivity = ['id', 'event', 'success', 'code', 'userId', 'username', 'ipAddress', 'count', 'createdAt']
const shownOfCheck = ['wouldPass', 'code', 'message', 'stoppedBy', 'checks', 'bindsHwid']

const readTools: readonly Tool[] = [
  {
    name: 'list_applications',
    description: 'The applications that the token may see. Call it first: the other tools take an applicationId.',
    fields: {},
    required: [],
    run: async (calls) =>
      rows(await calls.get('/api/applications'), ['id', 'name', 'description', 'version', 'isActive', 'counts']),
  },
  {
    name: 'find_user',
    description: 'Users whose name or email contains a text, 20 at most.',
    fields: { applicationId, search: text('A part of the username or email.') },
    required: ['applicationId', 'search'],
    run: async (calls, given) =>
      rows(await calls.get(`${application(given)}/users`, { q: given.search, limit: 20 }), shownOfUser),
  },
  {
    name: 'find_license',
    description: 'Licenses whose key or description contains a text, 20 at most. Keys are masked.',
    fields: { applicationId, search: text('A part of the key or description.') },
    required: ['applicationId', 'search'],
    run: async (calls, given) =>
      rows(await calls.get(`${application(given)}/licenses`, { q: given.search, limit: 20 }), shownOfLicense),
  },
  {
    name: 'why_refused',
    description: 'Whether a user could log in now and, if not, the check that stops them. Logs nobody in.',
    fields: { applicationId, username: text('The exact username.'), version: text('The version of the program.') },
    required: ['applicationId', 'username'],
    run: async (calls, given) => {
      const body = { username: given.username, ...(given.version !== undefined && { version: given.version }) }
      return only(shownOfCheck)(await calls.send('POST', `${application(given)}/login-check`, body))
    },
  },
  {
    name: 'list_sessions',
    description: 'Who is online: running sessions, 50 at most.',
    fields: { applicationId, userId: id('Only the sessions of this user.') },
    required: ['applicationId'],
    run: async (calls, given) =>
      rows(await calls.get(`${application(given)}/sessions`, { userId: given.userId, limit: 50 }), shownOfSession),
  },
  {
    name: 'recent_activity',
    description: 'The last 50 events: logins, refusals with their code, ends of sessions.',
    fields: {
      applicationId,
      username: text('Only events of this username.'),
      success: { type: 'boolean', description: 'Only successes, or only refusals.' },
    },
    required: ['applicationId'],
    run: async (calls, { applicationId: own, username, success }) =>
      rows(
        await calls.get('/api/activity-logs', { applicationId: own, username, success, limit: 50 }),
        shownOfActivity,
      ),
  },
  {
    name: 'stats',
    description: 'Sign-ins, refusals, registrations and users online, of all applications of the token.',
    fields: { range: { type: 'string', description: 'The period.', enum: ['24h', '7d', '30d'] } },
    required: [],
    run: async (calls, { range = '7d' }) =>
      only(['from', 'to', 'now', 'before', 'soon'])(await calls.get('/api/stats', { range })),
  },
]

const writeTools: readonly Tool[] = [
  {
    name: 'generate_license',
    description: 'Makes a license. Its key is shown masked; it stands in the dashboard.',
    fields: {
      applicationId,
      maxUsers: id('How many users it is for.'),
      validityDays: id('For how many days it is valid.'),
      description: text('What it was made for.'),
    },
    required: ['applicationId', 'maxUsers', 'validityDays'],
    isWrite: true,
    run: async (calls, given) => {
      const { applicationId: _own, ...body } = given
      return only(shownOfLicense)(await calls.send('POST', `${application(given)}/licenses/generate`, body))
    },
  },
  {
    name: 'extend_license',
    description: 'Sets when a license expires.',
    fields: { applicationId, licenseId: id('The license.'), expiresAt: text('ISO 8601, as 2030-01-31T12:00:00Z.') },
    required: ['applicationId', 'licenseId', 'expiresAt'],
    isWrite: true,
    run: async (calls, given) => {
      const path = `${application(given)}/licenses/${given.licenseId}`
      return only(shownOfLicense)(await calls.send('PATCH', path, { expiresAt: given.expiresAt }))
    },
  },
  {
    name: 'reset_hwid',
    description: 'Unbinds the devices of a user: the next login binds a new one.',
    fields: { applicationId, userId: id('The user.') },
    required: ['applicationId', 'userId'],
    isWrite: true,
    run: async (calls, given) =>
      only(shownOfUser)(await calls.send('POST', `${application(given)}/users/${given.userId}/reset-hwid`)),
  },
  {
    name: 'end_session',
    description: 'Ends a running session; the program learns of it within seconds.',
    fields: { applicationId, sessionId: id('The session, from list_sessions.') },
    required: ['applicationId', 'sessionId'],
    isWrite: true,
    run: (calls, given) => calls.send('DELETE', `${application(given)}/sessions/${given.sessionId}`),
  },
]

/** None deletes anything or shows an API key. */
export const toolsFor = (mayWrite: boolean): readonly Tool[] => (mayWrite ? [...readTools, ...writeTools] : readTools)

/** What is wrong with the values that a tool is called with; undefined if nothing is. */
export function faultOf({ fields, required }: Tool, given: Readonly<Record<string, unknown>>): string | undefined {
  const missing = required.find((name) => given[name] === undefined)
  if (missing !== undefined) return `${missing} is missing`
  for (const [name, value] of Object.entries(given)) {
    const field = fields[name]
    if (field === undefined) return `There is no ${name}`
    const fits = field.type === 'integer' ? Number.isSafeInteger(value) : typeof value === field.type
    if (!fits || (field.enum !== undefined && !field.enum.includes(String(value)))) return `${name} has no valid value`
  }
  return undefined
}
