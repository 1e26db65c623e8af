import { expect, it } from 'vitest'
import { precedence } from '../../../../../test/harness/client-facts.ts'
import { notHeld } from '../../../store/licenses/hold-license.ts'
import { type License, notSpent } from '../../../store/licenses/license-columns.ts'
import { decideRedeem, type RedeemFacts } from './decide-redeem.ts'

const nowMs = Date.UTC(2031, 0, 1)
const dayMs = 86_400_000
const inDays = (days: number) => new Date(nowMs + days * dayMs)

const license: License = {
  ...{ id: 1, licenseKey: 'KW-1', description: '', features: {}, presetId: null, createdAt: inDays(-9) },
  ...{ maxUsers: 1, currentUsers: 1, maxDevices: null, maxSessions: null, graceDays: null, isActive: true },
  ...{ validityDays: 30, validityStart: 'creation', expiresAt: inDays(10), orderHold: null, ...notHeld, ...notSpent },
}
const unused: License = { ...license, id: 2, currentUsers: 0, expiresAt: inDays(30) }
const several: License = { ...unused, maxUsers: 5, currentUsers: 2 }
const facts: RedeemFacts = {
  ...{ key: unused, current: license, ownExpiryMs: null, isHolder: false, last: undefined, nowMs },
}
const gains = (change: Partial<RedeemFacts>) => {
  const decided = decideRedeem({ ...facts, ...change })
  if (decided.outcome !== 'license_redeemed') return decided.outcome
  const { effect, addedMs, carriedMs, endsAtMs } = decided
  return [effect, addedMs / dayMs, carriedMs / dayMs, (endsAtMs - nowMs) / dayMs]
}

it('a key is refused for the strongest reason', () => {
  const never = { current: { ...license, expiresAt: null } }
  const { decided, expected } = precedence<RedeemFacts, string>(
    facts,
    [
      ['license_used', { key: license }],
      ['license_banned', { key: { ...unused, hold: 'banned' } }],
      ['license_full', { key: { ...several, currentUsers: 5 } }],
      ['already_unlimited', { key: unused, ...never }],
      ['license_not_redeemable', { current: { ...license, maxUsers: 2 }, isHolder: true }],
      ['license_redeemed', { isHolder: false }],
    ],
    (one) => decideRedeem(one).outcome,
  )
  expect(decided).toEqual(expected)
})

it('an unused key takes the present end along; of a key in use, or of several seats, only its own time counts', () => {
  expect(gains({})).toEqual(['move', 30, 10, 40])
  expect(gains({ key: several })).toEqual(['join', 30, 0, 30])
  expect(gains({ key: { ...unused, maxUsers: 2 } })).toEqual(['join', 30, 0, 30])
  expect(gains({ key: { ...unused, expiresAt: null, validityDays: 7 } })).toEqual(['move', 7, 10, 17])
  expect(gains({ isHolder: true })).toEqual(['renew', 30, 10, 40])
})

it('only time that is the user’s alone counts on, and of two ends the earlier one', () => {
  expect(gains({ current: { ...license, maxUsers: 3 } })).toEqual(['move', 30, 0, 30])
  expect(gains({ current: undefined, ownExpiryMs: nowMs + 4 * dayMs })).toEqual(['move', 30, 4, 34])
  expect(gains({ ownExpiryMs: nowMs + 4 * dayMs })).toEqual(['move', 30, 4, 34])
  expect(gains({ ownExpiryMs: nowMs - dayMs })).toEqual(['move', 30, 0, 30])
})

it('a repeated request gets the first answer for ten minutes, and none that gives time again', () => {
  const key = { ...license, id: 3, spentAt: inDays(0), spentInto: license.id }
  const last = { addedMs: 30 * dayMs, endsAt: inDays(40) }
  const at = (ms: number) => ({ key, last: { ...last, at: new Date(nowMs - ms) } })
  expect(gains(at(599_999))).toEqual(['repeat', 30, 0, 40])
  expect(gains(at(600_000))).toBe('license_used')
  expect(gains({ key })).toBe('license_used')
})
