import type { Browser, BrowserContext } from 'playwright-core'
import type { Permission } from '../../src/shared/permissions.ts'
import type { MemberRole } from '../../src/shared/rights.ts'
import type { RunningServer } from '../harness/start-server.ts'

export const widths = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const

/** A browser context in which the owner is signed in. */
export async function openSignedIn(
  browser: Browser,
  server: RunningServer,
  viewport: { readonly width: number; readonly height: number } = widths.wide,
): Promise<BrowserContext> {
  const permissions = ['clipboard-read', 'clipboard-write']
  const context = await browser.newContext({ viewport, locale: 'en-US', permissions })
  const [name = '', value = ''] = server.owner.cookie.split('=')
  await context.addCookies([{ name, value, url: server.origin }])
  return context
}

const colleaguePassword = 'plenty of letters here'

/** A dashboard user without any permission. */
export const newColleague = (
  server: RunningServer,
  email: string,
  permissions: readonly Permission[] = [],
  role = 'user',
) =>
  ownerCall<{ id: number }>(server, 'POST', '/api/admin/users', {
    ...{ email, role, permissions },
    password: colleaguePassword,
  })

/** The same server with this user signed in; the password is that of `newColleague`. */
export async function signedInAs(
  server: RunningServer,
  email: string,
  password = colleaguePassword,
): Promise<RunningServer> {
  const response = await fetch(`${server.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return { ...server, owner: { ...server.owner, cookie } }
}

/** A new colleague who works on the application. */
export async function newMember(
  server: RunningServer,
  { id }: Pick<WalkApplication, 'id'>,
  email: string,
  role: MemberRole,
): Promise<RunningServer> {
  await newColleague(server, email)
  const invite = await server.api<{ link: string }>('POST', `/api/applications/${id}/members`, { email, role })
  const member = await signedInAs(server, email)
  await fetch(`${server.origin}/api/account/invites/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: member.owner.cookie },
    body: JSON.stringify({ token: invite.body.link.split('#token=')[1] }),
  })
  return member
}

export interface WalkApplication {
  readonly id: number
  readonly apiKey: string
}

/** Usernames that break careless rendering. */
export const oddNames = [
  'x'.repeat(64),
  'مستخدم-عربي-طويل',
  '🦄 unicorn 👩‍👩‍👧‍👦',
  '<script>window.isBroken = true</script>',
  `O'Brien & "Söhne"`,
]

/** A dashboard call that must succeed. */
export async function ownerCall<T>(server: RunningServer, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await server.api<T>(method, path, body)
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return answer.body
}

export function newApplication(server: RunningServer, name: string): Promise<WalkApplication> {
  return ownerCall(server, 'POST', '/api/applications', { name })
}

export function newUser(server: RunningServer, { id }: WalkApplication, fields: object): Promise<{ id: number }> {
  return ownerCall(server, 'POST', `/api/applications/${id}/users`, { password: 'pw123456', ...fields })
}

/** An application with one user. */
export async function newApplicationOfSofia(server: RunningServer): Promise<WalkApplication> {
  const application = await newApplication(server, 'My Game App')
  await newUser(server, application, { username: 'sofia' })
  return application
}

/** A request of a client. */
export async function clientCall(
  server: RunningServer,
  { apiKey }: WalkApplication,
  path: string,
  body: unknown,
): Promise<{ readonly success: boolean; readonly code: string; readonly user_id?: number }> {
  const response = await fetch(`${server.origin}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { success: boolean; code: string; user_id?: number }
}

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

/** The stored hash of `pw123456`: hashing it for a hundred users would take longer than the rest of the setup. */
const storedPassword =
  '$argon2id$v=19$m=19456,t=2,p=1$tMnvT0NXwgvOJtVMQV3Abg$Ufn53wm81vtuB0cw558nYM9dQqfKiHXKEFbPhzazBGA'

/** An application with users in every state and licenses in every status. 150 users are more than one page. */
export async function seedApplication(server: RunningServer, userCount = 30): Promise<WalkApplication> {
  const application = await newApplication(server, 'My Game App')
  const licenses = `/api/applications/${application.id}/licenses`
  await ownerCall(server, 'POST', licenses, { licenseKey: 'KW-ACTIVE-0001-AAAA', maxUsers: 5, validityDays: 365 })
  await ownerCall(server, 'POST', licenses, { licenseKey: 'KW-FULL-0002-BBBB', maxUsers: 1, validityDays: 90 })
  await ownerCall(server, 'POST', licenses, { licenseKey: 'KW-INACTIVE-0003-CC', isActive: false })
  await ownerCall(server, 'POST', licenses, { licenseKey: 'KW-FIRSTUSE-0004-DD', validityStart: 'first_use' })
  await ownerCall(server, 'POST', licenses, { licenseKey: 'KW-SOON-0005-EEEE', validityDays: 5 })
  const past = await ownerCall<{ id: number }>(server, 'POST', licenses, {
    licenseKey: 'KW-EXPIRED-0006-FF',
    maxUsers: 3,
  })
  await ownerCall(server, 'PATCH', `${licenses}/${past.id}`, { expiresAt: inDays(-3) })
  const registered = { username: 'licensed', password: 'pw123456', license_key: 'KW-FULL-0002-BBBB' }
  await clientCall(server, application, 'register', registered)

  await Promise.all(oddNames.map((username) => newUser(server, application, { username })))
  await importUsers(server, application, userCount - oddNames.length - 1)
  await clientCall(server, application, 'login', { username: 'user_000', password: 'pw123456', hwid: 'machine-0' })
  await clientCall(server, application, 'login', { username: 'user_000', password: 'wrong', hwid: 'machine-0' })
  return application
}

/** Users imported with state and expiry derived from their number. */
async function importUsers(server: RunningServer, { id }: WalkApplication, count: number): Promise<void> {
  const now = Date.now()
  const rows = Array.from({ length: count }, (_, i) => [
    `user_${String(i).padStart(3, '0')}`,
    `"${storedPassword}"`,
    // one after another: their order in lists follows from it
    new Date(now + i).toISOString(),
    i % 3 === 0 ? '' : inDays(i % 3 === 1 ? 40 + i : -i),
    i % 2 === 0 ? `machine-${i}` : '',
    i % 12 === 5,
    i % 12 === 7,
    i % 12 !== 9,
  ])
  const columns = 'username,password_hash,created_at,expires_at,hwid,is_paused,is_banned,is_active'
  const response = await fetch(`${server.origin}/api/applications/${id}/imports?kind=users&format=csv`, {
    method: 'POST',
    headers: { cookie: server.owner.cookie, 'content-type': 'text/csv' },
    body: [columns, ...rows].join('\n'),
  })
  const answer = await response.text()
  if (!answer.includes(`"new":${count},`)) throw new Error(`not all users were imported: ${answer}`)
}
