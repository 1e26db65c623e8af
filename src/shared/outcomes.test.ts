import { describe, expect, it } from 'vitest'
import { clientEvents } from './events.ts'
import { messageDefaults, messageNames } from './messages.ts'
import { clientHints } from './outcomes/outcome-row.ts'
import { type OutcomeKey, outcomeCodes, outcomeRow, outcomes } from './outcomes.ts'

const keys = Object.keys(outcomes) as OutcomeKey[]
const rows = keys.map((key) => ({ key, ...outcomeRow(key) }))
const hints = Object.entries(clientHints)

/** The hint that an older client finds first: it searches the text in this order. */
const firstHint = (text: string) => hints.find(([, words]) => words.test(text))?.[0]

describe('the outcome table', () => {
  it.each(rows.filter((row) => row.status !== 200))('$key is read by older clients as what it is', (row) => {
    expect(firstHint(row.message)).toBe(row.clientHint)
  })

  it('emits each of the twelve events, and the one of a redeemed key', () => {
    expect(new Set(rows.map((row) => row.event).filter(Boolean))).toEqual(
      new Set([...clientEvents, 'license_redeemed']),
    )
    expect(clientEvents).toHaveLength(12)
  })

  it('has one code per reason, but for those that share one on purpose', () => {
    const shared = rows.filter((row) => row.code !== row.key).map(({ key, code }) => [key, code])
    expect(shared).toEqual([
      ['blocked_ip', 'access_blocked'],
      ['blocked_username', 'access_blocked'],
      ['blocked_email', 'access_blocked'],
      ['blocked_hwid', 'access_blocked'],
    ])
    expect(outcomeCodes).toHaveLength(rows.length - 3)
    for (const { code } of rows) expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
  })

  it('says the same wherever reasons share a code: nothing tells them apart', () => {
    const blocks = rows.filter((row) => row.code === 'access_blocked')
    expect(new Set(blocks.map(({ status, message }) => `${status} ${message}`)).size).toBe(1)
  })

  it('is customizable in exactly the six texts, each with its default', () => {
    const custom = rows.filter((row) => row.custom)
    expect(new Set(custom.map((row) => row.custom))).toEqual(new Set(messageNames))
    for (const row of custom) expect(row.message).toBe(row.custom && messageDefaults[row.custom])
  })

  it('holds the defaults of the specification, letter by letter', () => {
    expect(messageDefaults).toEqual({
      loginSuccess: 'Login successful! Welcome back.',
      loginFailed: 'Invalid username or password. Please try again.',
      accountDisabled: 'Your account has been disabled. Please contact support.',
      accountExpired: 'Your account has expired. Please renew your subscription.',
      versionMismatch: 'Your application version is outdated. Please update to continue.',
      hwidMismatch: 'Hardware ID mismatch detected. Please contact support for assistance.',
    })
  })

  it('documents every row: title, meaning, remedy, group; success alone answers 200', () => {
    for (const row of rows) {
      expect([row.title, row.message, row.meaning, row.remedy].every((text) => text.trim().length > 3)).toBe(true)
      expect(row.status === 200).toBe(row.group === 'Success')
    }
  })
})
