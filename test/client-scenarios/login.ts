import { hash } from '@node-rs/argon2'
import type { AppUserChange, NewAppUser } from '../../src/server/store/users/app-users.ts'
import type { OutcomeKey } from '../../src/shared/outcomes.ts'
import { password, type World } from '../harness/world.ts'
import { type Scenario, toAnotherApplication } from './scenario.ts'
import { signedIn } from './texts.ts'

type Fields = Partial<NewAppUser>
const bound = 'BFEBFBFF000906EA-Ω'
const locked: Fields = { isHwidLocked: true, hwid: bound }
const unbound: Fields = { isHwidLocked: true }

interface Case {
  readonly settings?: object
  readonly fields?: Fields
  readonly state?: AppUserChange
  readonly sends?: object
  readonly answer?: object
  readonly changes?: readonly string[]
}

/** A user logs in with the right password. */
const login = (
  name: string,
  outcome: OutcomeKey,
  { settings, fields, state, sends, answer, changes }: Case = {},
): Scenario => ({
  name,
  outcome,
  ...(settings && { settings }),
  ...(changes && { changes }),
  given: async (w) => {
    const user = await w.user(fields, state)
    return () => w.login(user, sends)
  },
  ...(outcome === 'login_successful' && { fields: (w: World) => signedIn(w, answer) }),
  ...(outcome !== 'login_successful' && answer && { fields: { ...answer } }),
})
const loginAt = '~app_users.last_login_at'
const binding = [
  '~app_users.hwid',
  '~app_users.hwid_key',
  '~app_users.hwid_bound_at',
  loginAt,
  '~app_users.last_login_ip',
  '~app_users.recent_logins',
]
const mismatch = (name: string, fields: Fields, sends: object = {}) => login(name, 'hwid_mismatch', { fields, sends })

const credentials: readonly Scenario[] = [
  login('a user with the right password is let in', 'login_successful'),
  login('the answer says e-mail and expiry', 'login_successful', {
    fields: { email: 'ada@example.com', expiresAt: new Date('9999-12-31T23:59:00Z') },
    answer: { email: 'ada@example.com', expires_at: '9999-12-31T23:59:00.000Z' },
  }),
  {
    name: 'a user is found in any spelling of the name, and answered with his own',
    outcome: 'login_successful',
    given: async (w) => {
      await w.user({ username: `Zoë-${w.applicationId}` })
      return () => w.login({ username: `  ｚｏe\u0308-\u200b${w.applicationId} ` })
    },
    fields: (w) => signedIn(w),
  },
  {
    name: 'a hash of older, cheaper parameters lets in and is replaced',
    outcome: 'login_successful',
    given: async (w) => {
      const user = await w.user({ passwordHash: await hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }) })
      return () => w.login(user)
    },
    fields: (w) => signedIn(w),
    changes: [loginAt, '~app_users.last_login_ip', '~app_users.password_hash', '~app_users.recent_logins'],
  },
  { name: 'a wrong password is refused', outcome: 'invalid_credentials', given: wrongPassword({}) },
  {
    name: 'an unknown user is refused with the same answer and event',
    outcome: 'invalid_credentials',
    given: async (w) => () => w.login({ username: 'nobody' }),
  },
  {
    name: 'the password is taken as sent: outer spaces count',
    outcome: 'invalid_credentials',
    given: async (w) => {
      const user = await w.user()
      return () => w.login(user, { password: 'a password of the tests ' })
    },
  },
  {
    name: "another application's user is nobody here",
    outcome: 'invalid_credentials',
    given: async (w) => {
      const elsewhere = await toAnotherApplication(w)
      const user = await w.user()
      // the user exists in this world's application; the call goes to the other
      return () => w.login(user, {}, elsewhere)
    },
    events: [],
  },
  {
    name: 'a user with a blank stored password never logs in',
    outcome: 'invalid_credentials',
    given: async (w) => {
      const user = await w.user({ passwordHash: '' })
      return () => w.login(user)
    },
  },
]

function wrongPassword(state: AppUserChange): Scenario['given'] {
  return async (w) => {
    const user = await w.user({}, state)
    return () => w.login(user, { password: 'wrong' })
  }
}

const states: readonly Scenario[] = [
  ...[{ isBanned: true }, { isPaused: true }, { isActive: false }, { expiresAt: new Date(0) }].map(
    (state): Scenario => ({
      name: `a wrong password tells nothing about an account: ${JSON.stringify(state)}`,
      outcome: 'invalid_credentials',
      given: wrongPassword(state),
    }),
  ),
  login('a ban is told before disabled and paused', 'account_banned', {
    state: { isBanned: true, isActive: false, isPaused: true },
  }),
  login('disabled is told before paused', 'account_disabled', { state: { isActive: false, isPaused: true } }),
  login('paused is told before expired', 'account_paused', { state: { isPaused: true, expiresAt: new Date(0) } }),
  login('expired is told before the hardware', 'account_expired', {
    fields: locked,
    state: { expiresAt: new Date(0) },
    sends: { hwid: 'other' },
  }),
]

const versions: readonly Scenario[] = [
  ...['1.2', '1.2.0', '1.10', '2', '', '  '].map((version) =>
    login(
      `version ${version.trim() || JSON.stringify(version)} is let into an application of 1.2`,
      'login_successful',
      {
        settings: { version: '1.2' },
        sends: { version },
      },
    ),
  ),
  ...['1.1', '1.1.9', '0.9', '1', 'v1.2', '1.2-beta'].map((version) =>
    login(`version ${version} is refused by an application of 1.2`, 'version_mismatch', {
      settings: { version: '1.2' },
      sends: { version },
    }),
  ),
  login('a version that is no number is let in when it is equal', 'login_successful', {
    settings: { version: '2026-spring' },
    sends: { version: '2026-spring' },
  }),
  login('no version is refused where one is demanded', 'version_mismatch', { settings: { isVersionRequired: true } }),
  login('neither does white space count as one', 'version_mismatch', {
    settings: { isVersionRequired: true },
    sends: { version: '  ' },
  }),
  login('the address of the current version travels with the refusal', 'version_mismatch', {
    settings: { version: '2.0', downloadUrl: 'https://example.com/get?v=2' },
    sends: { version: '1.0' },
    answer: { download_url: 'https://example.com/get?v=2' },
  }),
  {
    name: 'the version is told before the password is looked at',
    outcome: 'version_mismatch',
    settings: { version: '2.0' },
    given: async (w) => () => w.login({ username: 'nobody' }, { version: '1.0' }),
  },
]

const hardware: readonly Scenario[] = [
  login('a user who is not locked needs no hardware id and binds none', 'login_successful', { sends: { hwid: 'PC' } }),
  login('the first machine binds', 'login_successful', {
    fields: unbound,
    sends: { hwid: bound },
    answer: { hwid_locked: true },
    changes: binding,
  }),
  login('a hardware id of 128 characters binds', 'login_successful', {
    fields: unbound,
    sends: { hwid: 'x1'.repeat(64) },
    answer: { hwid_locked: true },
    changes: binding,
  }),
  login('the bound machine is let in', 'login_successful', {
    fields: locked,
    sends: { hwid: bound },
    answer: { hwid_locked: true },
  }),
  login('a switch that is off lets in from anywhere and binds nothing', 'login_successful', {
    settings: { hwidLockEnabled: false },
    fields: locked,
    sends: { hwid: 'other' },
  }),
  ...['', '0', '00000000-0000-0000-0000-000000000000', 'To be filled by O.E.M.', '02:00:00:00:00:00', 'None'].map(
    (hwid) => mismatch(`a hardware id that names no machine binds nobody: ${JSON.stringify(hwid)}`, unbound, { hwid }),
  ),
  mismatch('a locked user who sends no hardware id is refused, unbound', unbound),
  mismatch('a locked user who sends no hardware id is refused, bound', locked),
  mismatch('null is no hardware id', locked, { hwid: null }),
  mismatch('white space is none either', locked, { hwid: ' \t ' }),
  ...[bound.slice(0, 8), bound.slice(4), `${bound}0`, bound.toLowerCase(), bound.slice(0, -1), 'other'].map((hwid) =>
    mismatch(`of the bound id only the whole counts, not ${hwid}`, locked, { hwid }),
  ),
  {
    name: 'after a reset the next machine binds',
    outcome: 'login_successful',
    given: async (w) => {
      const user = await w.user(locked)
      await w.act(user, 'reset-hwid')
      return () => w.login(user, { hwid: 'PC-2' })
    },
    fields: (w) => signedIn(w, { hwid_locked: true }),
    changes: binding,
  },
  {
    name: 'and the former machine is refused',
    outcome: 'hwid_mismatch',
    given: async (w) => {
      const user = await w.user(locked)
      await w.act(user, 'reset-hwid')
      await w.login(user, { hwid: 'PC-2' })
      return () => w.login(user, { hwid: bound })
    },
  },
]

const devices: readonly Scenario[] = [
  {
    name: 'a machine beyond as many as are allowed is refused',
    outcome: 'device_limit_reached',
    settings: { deviceLimit: 2 },
    given: async (w) => {
      const user = await w.user(locked)
      await w.login(user, { hwid: 'PC-2' })
      return () => w.login(user, { hwid: 'PC-3' })
    },
  },
]

export const loginScenarios = [...credentials, ...states, ...versions, ...hardware, ...devices]
