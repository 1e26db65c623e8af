import { expect, it } from 'vitest'
import { ada, rightLogin as facts } from '../../../../../test/harness/client-facts.ts'
import type { LoginFacts } from './decide-login.ts'
import { refusalDetail } from './refusal-detail.ts'

it('names the blocked machine that was sent, else the one that is bound', () => {
  const shown = (sent: Partial<LoginFacts>) => refusalDetail('blocked_hwid', { ...facts, ...sent })?.compared
  const machine = (hwid: string) => [{ what: 'Hardware ID', stored: null, sent: hwid }]
  expect(shown({})).toEqual(machine('PC-1'))
  expect(shown({ hwid: undefined, user: { ...ada, hwid: 'PC-2' } })).toEqual(machine('PC-2'))
})

it('shows enough of a long hardware id to tell two apart, and not all of it', () => {
  const long = 'abcdefghijklmnopqrstuvwxyz'
  expect(refusalDetail('hwid_mismatch', { ...facts, hwid: long })?.compared[0]?.sent).toBe('abcdefghijklmnopqrstuvwx…')
  expect(refusalDetail('hwid_mismatch', { ...facts, hwid: long.slice(0, 24) })?.compared[0]?.sent).toBe(
    long.slice(0, 24),
  )
})

it('explains no login that succeeded', () => {
  expect(refusalDetail('login_successful', facts)).toBeUndefined()
})
