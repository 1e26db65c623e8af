import type { World } from '../harness/world.ts'
import type { Scenario } from './scenario.ts'

/** A request that produces each of the six custom messages. */
const occasions = {
  loginSuccess: {
    outcome: 'login_successful',
    given: async (w: World) => {
      const user = await w.user()
      return () => w.login(user)
    },
    fields: (w: World) => signedIn(w),
  },
  loginFailed: {
    outcome: 'invalid_credentials',
    given: async (w: World) => {
      const user = await w.user()
      return () => w.login(user, { password: 'wrong' })
    },
  },
  accountDisabled: {
    outcome: 'account_paused',
    given: async (w: World) => {
      const user = await w.user({}, { isPaused: true })
      return () => w.login(user)
    },
  },
  accountExpired: {
    outcome: 'account_expired',
    given: async (w: World) => {
      const user = await w.user({ expiresAt: w.clock.now() })
      return () => w.verify(user)
    },
  },
  versionMismatch: {
    outcome: 'version_mismatch',
    given: async (w: World) => () => w.register({ version: '0.1' }),
  },
  hwidMismatch: {
    outcome: 'hwid_mismatch',
    given: async (w: World) => {
      const user = await w.user({ isHwidLocked: true, hwid: 'PC-1' })
      return () => w.start(user, { hwid: 'PC-2' })
    },
  },
} as const

/** Fields of a login response for the user created last. */
export function signedIn({ people }: World, other: object = {}) {
  const user = people.at(-1)
  return { user_id: user?.id, username: user?.username, email: null, expires_at: null, hwid_locked: false, ...other }
}

const accountText = 'Der Text des Kontos ✓'
const applicationText = 'Le texte de l’application "1" \\ <b>'
const blank = {
  loginSuccess: '',
  loginFailed: '',
  accountDisabled: '',
  accountExpired: '',
  versionMismatch: '',
  hwidMismatch: '',
}

export const textScenarios: readonly Scenario[] = Object.entries(occasions).flatMap(([name, occasion]): Scenario[] => [
  { ...occasion, name: `${name}: nobody changed it, the default is sent` },
  {
    ...occasion,
    name: `${name}: the account's text is sent`,
    hasOwnAccount: true,
    message: accountText,
    given: async (w) => {
      await w.dashboard('PUT', '/api/custom-messages', { ...blank, [name]: accountText })
      return occasion.given(w)
    },
  },
  {
    ...occasion,
    name: `${name}: the application's text goes before the account's`,
    hasOwnAccount: true,
    settings: { [`${name}Message`]: applicationText },
    message: applicationText,
    given: async (w) => {
      await w.dashboard('PUT', '/api/custom-messages', { ...blank, [name]: accountText })
      return occasion.given(w)
    },
  },
  {
    ...occasion,
    name: `${name}: a blank text inherits, and a change counts at once`,
    hasOwnAccount: true,
    settings: { [`${name}Message`]: 'soon gone' },
    message: accountText,
    given: async (w) => {
      const call = await occasion.given(w)
      await call()
      await w.settings({ [`${name}Message`]: '  ' })
      await w.dashboard('PUT', '/api/custom-messages', { ...blank, [name]: accountText })
      w.clock.advance(1)
      return call
    },
    ...(name === 'loginSuccess' && { changes: ['~app_users.last_login_at', '~app_users.recent_logins'] }),
  },
])
