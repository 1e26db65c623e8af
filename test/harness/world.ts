import type { Database } from '../../src/server/db/open.ts'
import type { Passwords } from '../../src/server/lib/passwords/passwords.ts'
import type { AppUserChange, NewAppUser } from '../../src/server/store/users/app-users.ts'
import { type Answer, type Call, cachedHash, createTestApp, type TestAccount, type TestApp } from './create-test-app.ts'
import type { OpenTestDatabase } from './databases.ts'

/** A response of the public API. */
export interface ApiResponse {
  readonly success: boolean
  readonly code: string
  readonly message: string
  readonly request_id: string
  readonly [field: string]: unknown
}

export interface Person {
  readonly id: number
  readonly username: string
}

/** Options that differ from the client's default request. */
export interface SendOptions extends Call {
  /** Without the header that carries the API key. */
  readonly isKeyless?: boolean
}

export interface SentRequest {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly answer: Answer<ApiResponse>
}

/** One application of one developer, with a client that has its own IP address. */
export type World = Awaited<ReturnType<typeof createWorld>>

export const password = 'a password of the tests'

export interface Suite {
  readonly test: TestApp
  readonly database: Database
  readonly maker: TestAccount
}

/** The shipped app on this database, with its real limits and one signed-in developer. */
export async function openSuite(
  database: Database,
  env: Readonly<Record<string, string>> = {},
  passwords?: Passwords,
): Promise<Suite> {
  const test = await createTestApp({ database, env, ...(passwords && { passwords }) })
  return { test, database, maker: await test.account() }
}

/** The figures of an application that nothing has happened in, without those of its days. */
export const noStats = {
  totalUsers: 0,
  activeUsers: 0,
  activeSessions: 0,
  loginSuccessRate: 0,
  totalApiRequests: 0,
  lastActivity: null,
}

let worlds = 0
const text = (token: number) => token.toString(36).padStart(32, '0')
/** A new session token, as clients generate it. */
export const newToken = () => {
  worlds += 1
  return `sess_${text(worlds)}_1767225600`
}

/** The same with one application of the developer. */
export async function openWorld(open: OpenTestDatabase, env: Readonly<Record<string, string>>) {
  const suite = await openSuite(await open(), env)
  return { ...suite, w: await createWorld(suite, suite.maker) }
}

export async function createWorld({ test, database }: Suite, maker: TestAccount, settings: object = {}) {
  worlds += 1
  const number = worlds
  const ip = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
  const userAgent = `Scenario/${number}`
  const made = await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', {
    name: `App ${number}`,
    ...settings,
  })
  if (made.status !== 200) throw new Error(made.text)
  const { id: applicationId, apiKey } = made.body
  const sent: SentRequest[] = []
  const people: Person[] = []

  const send = async (
    path: string,
    body: Readonly<Record<string, unknown>>,
    { isKeyless, ...call }: SendOptions = {},
  ) => {
    const headers = { 'user-agent': userAgent, ...(!isKeyless && { 'x-api-key': apiKey }), ...call.headers }
    const answer = await test.call<ApiResponse>('POST', path, { body, ip, ...call, headers })
    sent.push({ path, body, answer })
    return answer
  }
  const dashboard = async <T = unknown>(method: string, path: string, body?: unknown) => {
    const answer = await maker.api<T>(method, path, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`)
    return answer.body
  }
  const base = `/api/applications/${applicationId}`
  const track = (action: string, body: object, call?: SendOptions) =>
    send('/api/v1/session/track', { action, ...body }, call)

  return {
    ...test,
    test,
    database,
    maker,
    applicationId,
    apiKey,
    base,
    ip,
    userAgent,
    /** Every request so far, oldest first. */
    sent,
    /** Every user created so far. */
    people,
    send,
    dashboard,
    track,
    login: (who: Pick<Person, 'username'>, body: object = {}, call?: SendOptions) =>
      send('/api/v1/login', { username: who.username, password, ...body }, call),
    register: (body: object = {}, call?: SendOptions) =>
      send('/api/v1/register', { username: `new-${number}`, password, ...body }, call),
    verify: (who: { id: number }, body: object = {}, call?: SendOptions) =>
      send('/api/v1/verify', { user_id: who.id, ...body }, call),
    start: (who: { id: number }, body: object = {}, call?: SendOptions) =>
      track('start', { user_id: who.id, ...body }, call),
    beat: (session_token: string, call?: SendOptions) => track('heartbeat', { session_token }, call),
    end: (session_token: string, call?: SendOptions) => track('end', { session_token }, call),

    /** A user, inserted through the store with one cached hash; then updated with `state`. */
    async user(fields: Partial<NewAppUser> = {}, state: AppUserChange = {}): Promise<Person> {
      worlds += 1
      const username = fields.username ?? `User-${worlds}`
      const hash = await cachedHash(test.app.passwords, password)
      const id = await test.stores.transaction(async (tx) => {
        const userId = await tx.appUsers.insert(applicationId, {
          email: null,
          passwordHash: hash,
          hwid: null,
          isHwidLocked: false,
          expiresAt: null,
          licenseId: null,
          createdAt: test.clock.now(),
          ...fields,
          username,
        })
        await tx.appUsers.update(applicationId, userId, state)
        return userId
      })
      people.push({ id, username })
      return { id, username }
    },
    /** An action on a user in the dashboard: `ban`, `pause`, `reset-hwid` … */
    act: (who: { id: number }, action: string) => dashboard('POST', `${base}/users/${who.id}/${action}`),
    settings: (body: object) => dashboard('PATCH', base, body),
    license: (body: object = {}) => dashboard<{ id: number; licenseKey: string }>('POST', `${base}/licenses`, body),
    /** Pauses or bans a license, or ends that. */
    actOnLicense: (id: number, action: string, body?: object) =>
      dashboard('POST', `${base}/licenses/${id}/${action}`, body),
    changeLicense: (id: number, body: object) => dashboard('PATCH', `${base}/licenses/${id}`, body),
    block: (type: string, value: string) => dashboard('POST', '/api/blacklist', { applicationId, type, value }),
    blockEverywhere: (type: string, value: string) => dashboard('POST', '/api/blacklist', { type, value }),
    /** A live session of the user; its token. */
    async session(who: { id: number }, body: object = {}, call?: SendOptions): Promise<string> {
      const { status, body: said, text: bytes } = await track('start', { user_id: who.id, ...body }, call)
      if (status !== 200) throw new Error(bytes)
      return String(said.session_token)
    },
    activity: () => test.stores.activity.list([applicationId], {}, undefined, 1000),
  }
}
