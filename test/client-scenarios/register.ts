import { expect } from 'vitest'
import type { OutcomeKey } from '../../src/shared/outcomes.ts'
import { password, type World } from '../harness/world.ts'
import { type Scenario, toAnotherApplication } from './scenario.ts'

const day = 86_400_000
const iso = (w: World, aheadMs: number) => new Date(w.clock.nowMs() + aheadMs).toISOString()

interface Case {
  readonly settings?: object
  readonly sends?: object
  readonly answer?: object
  readonly message?: string
}

const registered = (w: World, other: object = {}) => ({
  user_id: expect.any(Number),
  username: String(w.sent.at(-1)?.body.username).trim(),
  email: null,
  expires_at: null,
  hwid_locked: false,
  ...other,
})

/** A registration without a license. */
const register = (name: string, outcome: OutcomeKey, { settings, sends, answer, message }: Case = {}): Scenario => ({
  name,
  outcome,
  ...(settings && { settings }),
  ...(message && { message }),
  given: async (w) => () => w.register(sends),
  ...(outcome === 'user_registered' && { fields: (w: World) => registered(w, answer) }),
  ...(outcome !== 'user_registered' && answer && { fields: { ...answer } }),
})

const wrong = (name: string, sends: object, message: string) => register(name, 'invalid_request', { sends, message })

const withLicense = (
  name: string,
  outcome: OutcomeKey,
  license: object,
  sends: object = {},
  rest: Partial<Scenario> = {},
): Scenario => ({
  name,
  outcome,
  given: async (w) => {
    const { licenseKey } = await w.license(license)
    return () => w.register({ license_key: licenseKey, ...sends })
  },
  ...(outcome === 'user_registered' && {
    changes: ['+app_users', '~applications.user_count', '~licenses.current_users'],
  }),
  ...rest,
})

const forms: readonly Scenario[] = [
  register('the plain form registers', 'user_registered'),
  register('the older form registers, with e-mail, expiry and hardware id', 'user_registered', {
    sends: { email: 'Ada@Example.com', expiresAt: '2031-05-06T07:08:09.123+02:00', hwid: 'PC-1' },
    answer: { email: 'Ada@Example.com', expires_at: '2031-05-06T05:08:09.123Z', hwid_locked: true },
  }),
  register('blank and null fields are absent ones', 'user_registered', {
    sends: { email: '', expiresAt: '', hwid: '', license_key: null, version: '' },
  }),
  register('so are fields of white space', 'user_registered', {
    settings: { version: '2.0' },
    sends: { email: '  ', expiresAt: ' ', hwid: '\t', license_key: '   ', version: ' \u00a0' },
  }),
  register('a hardware id that names no machine is not bound', 'user_registered', { sends: { hwid: '0000' } }),
  register('fields that nobody asked for are ignored', 'user_registered', {
    sends: {
      isBanned: true,
      id: 1,
      user_id: 1,
      applicationId: 1,
      passwordHash: 'x',
      isHwidLocked: false,
      license_id: 9,
    },
  }),
  register('the name is trimmed, and otherwise kept as typed', 'user_registered', { sends: { username: '  Zoë Ψ  ' } }),
  register('a password of one character is enough where the maker says so', 'user_registered', {
    settings: { minPasswordLength: 1 },
    sends: { password: 'x' },
  }),
]

const modes: readonly Scenario[] = [
  register('nobody registers where registration is closed', 'registration_closed', {
    settings: { registrationMode: 'closed' },
  }),
  withLicense('not even with a license', 'registration_closed', {}, {}, { settings: { registrationMode: 'closed' } }),
  register('nobody registers without a license where one is asked for', 'license_required', {
    settings: { registrationMode: 'license' },
  }),
  withLicense(
    'with a license one does',
    'user_registered',
    {},
    {},
    {
      settings: { registrationMode: 'license' },
      fields: (w) => registered(w, { expires_at: iso(w, 30 * day) }),
    },
  ),
  ...(
    [
      ["an open registration lasts as long as the maker's days", {}, 7 * day],
      ['a client can shorten it', { expiresAt: '2026-01-02T00:00:00Z' }, undefined],
      ['a client can not lengthen it', { expiresAt: '9999-12-31T23:59:00Z' }, 7 * day],
    ] as const
  ).map(
    ([name, sends, aheadMs]): Scenario => ({
      ...register(name, 'user_registered', { settings: { registrationDays: 7 }, sends }),
      fields: (w) =>
        registered(w, { expires_at: aheadMs === undefined ? '2026-01-02T00:00:00.000Z' : iso(w, aheadMs) }),
    }),
  ),
]

const seats = ['+app_users', '~applications.user_count', '~licenses.current_users']
const licenses: readonly Scenario[] = [
  withLicense(
    'a license of 12 days from its creation is the new expiry',
    'user_registered',
    { validityDays: 12 },
    {},
    {
      fields: (w) => registered(w, { expires_at: iso(w, 12 * day) }),
    },
  ),
  {
    name: 'a license that runs from its first use begins with the registration',
    outcome: 'user_registered',
    given: async (w) => {
      const { licenseKey } = await w.license({ validityDays: 12, validityStart: 'first_use' })
      w.clock.advance(60_000)
      return () => w.register({ license_key: licenseKey.toLowerCase() })
    },
    fields: (w) => registered(w, { expires_at: iso(w, 12 * day) }),
    changes: [...seats, '~licenses.expires_at'],
  },
  {
    name: 'the second user of such a license gets its first expiry',
    outcome: 'user_registered',
    given: async (w) => {
      const { licenseKey } = await w.license({ validityDays: 12, validityStart: 'first_use', maxUsers: 2 })
      await w.register({ license_key: licenseKey, username: 'first' })
      w.clock.advance(60_000)
      return () => w.register({ license_key: licenseKey })
    },
    fields: (w) => registered(w, { expires_at: iso(w, 12 * day - 60_000) }),
    changes: seats,
  },
  withLicense(
    'with a license the days of open registration do not count',
    'user_registered',
    {},
    {},
    {
      settings: { registrationDays: 7 },
      fields: (w) => registered(w, { expires_at: iso(w, 30 * day) }),
    },
  ),
  withLicense('a license that is switched off takes nobody', 'license_inactive', { isActive: false }),
  ...(['pause', 'ban'] as const).map(
    (action): Scenario => ({
      name: `a license takes nobody after ${action}`,
      outcome: action === 'ban' ? 'license_banned' : 'license_paused',
      given: async (w) => {
        const { id, licenseKey } = await w.license()
        await w.actOnLicense(id, action, { reason: 'charged back' })
        return () => w.register({ license_key: licenseKey })
      },
    }),
  ),
  {
    name: 'a license takes nobody from the very millisecond of its expiry',
    outcome: 'license_expired',
    given: async (w) => {
      const { id, licenseKey } = await w.license({ maxUsers: 2 })
      await w.changeLicense(id, { expiresAt: iso(w, 2) })
      w.clock.advance(1)
      const early = await w.register({ license_key: licenseKey, username: 'just in time' })
      expect(early.body.code).toBe('user_registered')
      w.clock.advance(1)
      return () => w.register({ license_key: licenseKey })
    },
  },
  {
    name: 'a license takes no more users than it has seats',
    outcome: 'license_full',
    given: async (w) => {
      const { licenseKey } = await w.license()
      await w.register({ license_key: licenseKey, username: 'first' })
      return () => w.register({ license_key: licenseKey })
    },
  },
  {
    name: 'deleting a user frees the seat',
    outcome: 'user_registered',
    given: async (w) => {
      const { licenseKey } = await w.license()
      const first = await w.register({ license_key: licenseKey, username: 'first' })
      await w.dashboard('DELETE', `${w.base}/users/${first.body.user_id}`)
      return () => w.register({ license_key: licenseKey })
    },
    fields: (w) => registered(w, { expires_at: iso(w, 30 * day) }),
    changes: seats,
  },
  register('an unknown license key is refused, in open registration too', 'license_not_found', {
    sends: { license_key: 'KW-AAAAA-AAAAA-AAAAA-AAAAA' },
  }),
  {
    name: 'a deleted license is an unknown one',
    outcome: 'license_not_found',
    given: async (w) => {
      const { id, licenseKey } = await w.license()
      await w.dashboard('DELETE', `${w.base}/licenses/${id}`)
      return () => w.register({ license_key: licenseKey })
    },
  },
  {
    name: "another application's license is an unknown one",
    outcome: 'license_not_found',
    given: async (w) => {
      const { licenseKey } = await w.license()
      const elsewhere = await toAnotherApplication(w)
      return () => w.register({ license_key: licenseKey }, elsewhere)
    },
  },
]

/** With the right one it would be the same registration once more. */
const someoneElses = 'the password of another'

const names: readonly Scenario[] = [
  ...['ada', ' ADA ', 'Ａｄａ', 'a\u200bda'].map(
    (username): Scenario => ({
      name: `a name is taken in whatever spelling: ${JSON.stringify(username)}`,
      outcome: 'username_taken',
      given: async (w) => {
        await w.user({ username: 'Ada' })
        return () => w.register({ username, password: someoneElses })
      },
    }),
  ),
  {
    name: 'a taken name keeps its license seat free',
    outcome: 'username_taken',
    given: async (w) => {
      const { licenseKey } = await w.license()
      await w.user({ username: 'Ada' })
      return () => w.register({ username: 'ada', password: someoneElses, license_key: licenseKey })
    },
  },
]

const requests: readonly Scenario[] = [
  wrong(
    'a password shorter than the minimum is refused',
    { password: '1234567' },
    'password must be at least 8 characters.',
  ),
  wrong('characters are counted, not their bytes', { password: '🔑🔑🔑🔑' }, 'password must be at least 8 characters.'),
  wrong(
    'an expiry that has passed is refused',
    { expiresAt: '2020-01-01T00:00:00Z' },
    'expiresAt must be in the future.',
  ),
  {
    ...wrong('an expiry at this very moment has passed', {}, 'expiresAt must be in the future.'),
    given: async (w) => () => w.register({ expiresAt: iso(w, 0) }),
  },
  ...['\u200b', '\u00ad\u200d'].map((username) =>
    wrong(
      `a name of nothing that can be seen is none: ${JSON.stringify(username)}`,
      { username },
      'username must contain at least one visible character.',
    ),
  ),
  register('an older program can not register', 'version_mismatch', {
    settings: { version: '2.0', downloadUrl: 'https://example.com/' },
    sends: { version: '1.9' },
    answer: { download_url: 'https://example.com/' },
  }),
  register('a program without a version can not where one is demanded', 'version_mismatch', {
    settings: { isVersionRequired: true },
    sends: { password },
  }),
]

export const registerScenarios = [...forms, ...modes, ...licenses, ...names, ...requests]
