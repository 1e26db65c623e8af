import { password, type World } from '../harness/world.ts'
import type { Scenario } from './scenario.ts'

const redeem = (w: World, username: string, license_key: string, body: object = {}) =>
  w.send('/api/v1/redeem', { username, password, license_key, ...body })

const soon = (w: World) => new Date(w.clock.nowMs() + 86_400_000)

export const redeemScenarios: readonly Scenario[] = [
  {
    name: 'a user with days left redeems a key, which takes them along',
    outcome: 'license_redeemed',
    given: async (w) => {
      const { username } = await w.user({ expiresAt: soon(w) })
      const { licenseKey } = await w.license({ validityDays: 30, validityStart: 'first_use' })
      return () => redeem(w, username, licenseKey)
    },
    fields: (w) => ({
      user_id: w.people[0]?.id,
      username: w.people[0]?.username,
      email: null,
      expires_at: new Date(w.clock.nowMs() + 31 * 86_400_000).toISOString(),
      hwid_locked: false,
      added_days: 30,
    }),
    events: [{ event: 'license_redeemed', code: 'license_redeemed', success: true }],
    changes: [
      ...['expires_at', 'last_login_at', 'last_login_ip', 'license_id', 'recent_logins'].map((c) => `~app_users.${c}`),
      ...['current_users', 'expires_at'].map((column) => `~licenses.${column}`),
    ],
  },
  {
    name: 'a redeemed key is worth nothing to the next user',
    outcome: 'license_full',
    given: async (w) => {
      const [first, next] = [await w.user({ expiresAt: soon(w) }), await w.user({ expiresAt: soon(w) })]
      const { licenseKey } = await w.license()
      await redeem(w, first.username, licenseKey)
      return () => redeem(w, next.username, licenseKey)
    },
  },
  {
    name: 'the license that a user came from is worth nothing any more',
    settings: { hwidLockEnabled: false },
    outcome: 'license_used',
    given: async (w) => {
      const [from, to] = [await w.license(), await w.license()]
      await w.register({ license_key: from.licenseKey, username: 'mover' })
      await redeem(w, 'mover', to.licenseKey)
      const other = await w.user({ expiresAt: soon(w) })
      return () => redeem(w, other.username, from.licenseKey)
    },
  },
  {
    name: 'a user who never expires keeps the key for somebody else',
    outcome: 'already_unlimited',
    given: async (w) => {
      const { username } = await w.user()
      const { licenseKey } = await w.license()
      return () => redeem(w, username, licenseKey)
    },
  },
  {
    name: 'the time of one key renews no license of several seats',
    outcome: 'license_not_redeemable',
    settings: { licenseLogin: true, hwidLockEnabled: false },
    given: async (w) => {
      const [team, key] = [await w.license({ maxUsers: 3 }), await w.license()]
      const { body } = await w.send('/api/v1/license', { license_key: team.licenseKey, session: true })
      return () => w.send('/api/v1/redeem', { license_key: key.licenseKey, session_token: body.session_token })
    },
  },
]
