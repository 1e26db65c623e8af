import type { OutcomeKey } from '../../src/shared/outcomes.ts'
import type { Answer } from '../harness/create-test-app.ts'
import type { ApiResponse, Person, World } from '../harness/world.ts'
import type { Scenario } from './scenario.ts'

/** A user with everything that can be blocked, in an active session. */
interface Visitor extends Person {
  readonly token: string
}

type Call = (w: World, visitor: Visitor) => Promise<Answer<ApiResponse>>

const email = 'ada@example.com'
const hwid = 'Board-77'

/** The five requests that start or continue access. */
const entries = {
  login: (w, visitor) => w.login(visitor, { hwid }),
  register: (w) => w.register({ username: 'Mallory', email: ' Ada@Example.com', hwid }),
  verify: (w, visitor) => w.verify(visitor),
  start: (w, visitor) => w.start(visitor, { hwid }),
  heartbeat: (w, { token }) => w.beat(token),
} as const satisfies Record<string, Call>
type Entry = keyof typeof entries

const visit = async (w: World, licenseId: number | null = null): Promise<Visitor> => {
  const user = await w.user({ username: 'Ada', email, hwid, isHwidLocked: true, licenseId })
  return { ...user, token: await w.session(user, { hwid }) }
}

/** A developer's action, and the response to each of these requests afterwards. */
function felt(
  what: string,
  outcome: OutcomeKey,
  names: readonly Entry[],
  act: (w: World, visitor: Visitor) => Promise<unknown>,
  rest: Partial<Scenario> = {},
): Scenario[] {
  return names.map((name) => ({
    name: `${what}: felt by ${name}`,
    outcome,
    given: async (w) => {
      const visitor = await visit(w)
      await act(w, visitor)
      return () => entries[name](w, visitor)
    },
    ...rest,
  }))
}

const stays = ['login', 'verify', 'start', 'heartbeat'] as const
const all = ['login', 'register', 'verify', 'start', 'heartbeat'] as const
const change =
  (body: object) =>
  (w: World, { id }: Visitor) =>
    w.dashboard('PUT', `${w.base}/users/${id}`, body)

const states: readonly Scenario[] = [
  ...felt('a ban', 'account_banned', stays, (w, visitor) => w.act(visitor, 'ban')),
  ...felt('a pause', 'account_paused', stays, (w, visitor) => w.act(visitor, 'pause')),
  ...felt('a user switched off', 'account_disabled', stays, change({ isActive: false })),
  ...felt('an expiry, at its very millisecond', 'account_expired', stays, async (w, visitor) => {
    await change({ expiresAt: new Date(w.clock.nowMs() + 5).toISOString() })(w, visitor)
    w.clock.advance(5)
  }),
  ...felt('a deleted user', 'user_not_found', ['verify', 'start', 'heartbeat'], (w, { id }) =>
    w.dashboard('DELETE', `${w.base}/users/${id}`),
  ),
  ...felt('a deleted user', 'invalid_credentials', ['login'], (w, { id }) =>
    w.dashboard('DELETE', `${w.base}/users/${id}`),
  ),
  ...felt('an application switched off', 'application_offline', all, (w) => w.settings({ isActive: false })),
  ...felt('a deleted application', 'application_not_found', all, (w) => w.dashboard('DELETE', w.base)),
  ...(['unban', 'unpause'] as const).flatMap((action) =>
    felt(`after ${action}`, 'user_verified', ['verify'], async (w, visitor) => {
      await w.act(visitor, action === 'unban' ? 'ban' : 'pause')
      await w.verify(visitor)
      await w.act(visitor, action)
    }),
  ),
  {
    name: 'a millisecond before the expiry a user still passes',
    outcome: 'user_verified',
    given: async (w) => {
      const visitor = await visit(w)
      await change({ expiresAt: new Date(w.clock.nowMs() + 5).toISOString() })(w, visitor)
      w.clock.advance(4)
      return () => entries.verify(w, visitor)
    },
  },
]

/** The same for the license that the user holds. */
function feltByHolder(
  what: string,
  outcome: OutcomeKey,
  names: readonly Entry[],
  act: (w: World, licenseId: number) => Promise<unknown>,
): Scenario[] {
  return names.map((name) => ({
    name: `${what}: felt by ${name}`,
    outcome,
    given: async (w) => {
      const { id } = await w.license()
      const visitor = await visit(w, id)
      await act(w, id)
      return () => entries[name](w, visitor)
    },
  }))
}

const expiresIn = (ms: number) => async (w: World, id: number) => {
  await w.changeLicense(id, { expiresAt: new Date(w.clock.nowMs() + ms).toISOString() })
  w.clock.advance(5)
}

const licenses: readonly Scenario[] = [
  ...feltByHolder('a license switched off', 'license_inactive', stays, (w, id) =>
    w.changeLicense(id, { isActive: false }),
  ),
  ...feltByHolder('a paused license', 'license_paused', stays, (w, id) => w.actOnLicense(id, 'pause')),
  ...feltByHolder('a banned license', 'license_banned', stays, (w, id) => w.actOnLicense(id, 'ban')),
  ...feltByHolder('a license that was paused and is banned', 'license_banned', stays, async (w, id) => {
    await w.actOnLicense(id, 'pause')
    await w.actOnLicense(id, 'ban')
  }),
  ...(['unpause', 'unban'] as const).flatMap((action) =>
    feltByHolder(`a license after ${action}`, 'user_verified', ['verify'], async (w, id) => {
      await w.actOnLicense(id, action === 'unban' ? 'ban' : 'pause')
      await w.actOnLicense(id, action)
    }),
  ),
  ...feltByHolder('a license that is switched off while it is paused', 'license_inactive', stays, async (w, id) => {
    await w.actOnLicense(id, 'pause')
    await w.changeLicense(id, { isActive: false })
    await w.actOnLicense(id, 'unpause')
  }),
  {
    name: 'a license key alone is taken only where the application says so',
    outcome: 'license_login_closed',
    given: async (w) => {
      const { licenseKey } = await w.license()
      return () => w.send('/api/v1/license', { license_key: licenseKey })
    },
  },
  ...feltByHolder('the expiry of a license', 'license_expired', stays, expiresIn(5)),
  ...feltByHolder('a license that expires in a millisecond', 'user_verified', ['verify'], expiresIn(6)),
  ...feltByHolder('a deleted license', 'account_expired', stays, (w, id) =>
    w.dashboard('DELETE', `${w.base}/licenses/${id}`),
  ),
  ...feltByHolder('an extended license', 'user_verified', ['verify'], async (w, id) => {
    await expiresIn(1)(w, id)
    await expiresIn(60_000)(w, id)
  }),
]

const network = (ip: string) => `${ip.split('.').slice(0, 3).join('.')}.0/24`

const blocks: readonly Scenario[] = [
  ...felt('a blocked address', 'blocked_ip', all, (w) => w.block('ip', w.ip)),
  ...felt('a blocked address written as IPv6', 'blocked_ip', all, (w) => w.block('ip', `::ffff:${w.ip}`)),
  ...felt('a blocked network', 'blocked_ip', all, (w) => w.block('ip', network(w.ip))),
  ...felt('an address blocked for the whole account', 'blocked_ip', all, (w) => w.blockEverywhere('ip', w.ip), {
    hasOwnAccount: true,
  }),
  ...felt('a blocked name', 'blocked_username', stays, (w) => w.block('username', ' ＡＤ\u200bＡ ')),
  ...felt(
    'a name blocked for the whole account',
    'blocked_username',
    stays,
    (w) => w.blockEverywhere('username', 'ada'),
    {
      hasOwnAccount: true,
    },
  ),
  ...felt('a blocked name', 'blocked_username', ['register'], (w) => w.block('username', 'mAllory')),
  ...felt('a blocked hardware id', 'blocked_hwid', all, (w) => w.block('hwid', 'ＢＯＡＲＤ-77')),
  ...felt('a hardware id blocked for the whole account', 'blocked_hwid', all, (w) => w.blockEverywhere('hwid', hwid), {
    hasOwnAccount: true,
  }),
  ...felt('a blocked e-mail address', 'blocked_email', all, (w) => w.block('email', 'ADA@EXAMPLE.COM')),
  {
    name: 'a blocked e-mail address tells nothing to who does not know the password',
    outcome: 'invalid_credentials',
    given: async (w) => {
      const visitor = await visit(w)
      await w.block('email', email)
      return () => w.login(visitor, { hwid, password: 'wrong' })
    },
  },
  ...felt('a block taken back', 'user_verified', ['verify'], async (w, visitor) => {
    const { id } = await w.dashboard<{ id: number }>('POST', '/api/blacklist', { type: 'ip', value: w.ip })
    await w.verify(visitor)
    await w.dashboard('DELETE', `/api/blacklist/${id}`)
  }),
]

const foreign: readonly Scenario[] = (
  [
    ['ip', (w: World) => w.ip],
    ['username', () => 'ada'],
    ['hwid', () => hwid],
    ['email', () => email],
  ] as const
).map(([type, value]) => ({
  name: `neither another account's nor another application's ${type} entry counts`,
  outcome: 'user_verified',
  given: async (w) => {
    const visitor = await visit(w)
    const stranger = await w.account()
    const wide = await stranger.api('POST', '/api/blacklist', { type, value: value(w) })
    const other = await w.maker.api<{ id: number }>('POST', '/api/applications', { name: 'Other' })
    const narrow = await w.maker.api('POST', '/api/blacklist', { applicationId: other.body.id, type, value: value(w) })
    if (wide.status !== 200 || narrow.status !== 200) throw new Error('no entries')
    return () => entries.verify(w, visitor)
  },
}))

const addresses: readonly Scenario[] = (
  [
    ['2001:DB8::/32', '2001:db8:7::9', 'blocked_ip'],
    ['2001:db8:0:0::1', '2001:db8::1', 'blocked_ip'],
    ['2001:db8::1', '2001:db8::2', 'user_verified'],
    ['192.0.2.9', '::ffff:192.0.2.9', 'blocked_ip'],
    ['192.0.2.8/31', '192.0.2.9', 'blocked_ip'],
    ['192.0.2.8/31', '192.0.2.10', 'user_verified'],
  ] as const
).map(([entry, ip, outcome]) => ({
  name: `the entry ${entry} and the caller ${ip}: ${outcome}`,
  outcome,
  given: async (w) => {
    const user = await w.user()
    await w.block('ip', entry)
    return () => w.verify(user, {}, { ip })
  },
}))

export const accessScenarios = [...states, ...licenses, ...blocks, ...foreign, ...addresses]
