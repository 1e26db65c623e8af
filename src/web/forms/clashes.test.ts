import { expect, test } from 'vitest'
import { afterSaving, clashesOf, type Labels } from './clashes.ts'

interface Form {
  readonly name: string
  readonly isActive: boolean
  readonly days: string | null
  readonly events: readonly string[]
}

const opened: Form = { name: 'App', isActive: true, days: null, events: ['a'] }
const labels: Labels<Form> = {
  name: 'Name',
  isActive: 'Active',
  days: { label: 'Lease', show: (days) => (days === null ? 'Off' : `${days} h`) },
  events: 'Events',
}

test('a field clashes that both changed, to different values, and no other does', () => {
  const mine = { ...opened, name: 'Mine', isActive: false }
  expect(clashesOf({ opened, mine, now: opened }, labels)).toEqual([])
  expect(clashesOf({ opened, mine, now: { ...opened, days: '24', events: [] } }, labels)).toEqual([])
  expect(clashesOf({ opened, mine, now: { ...opened, isActive: false } }, labels)).toEqual([])
  expect(clashesOf({ opened, mine, now: { ...opened, name: 'Theirs', days: '24' } }, labels)).toEqual([
    { label: 'Name', theirs: 'Theirs', mine: 'Mine' },
  ])
})

test('values are told in words', () => {
  const mine = { ...opened, isActive: false, days: '24', events: ['a', 'b'], name: '' }
  const now = { name: 'X', isActive: null as unknown as boolean, days: '48', events: [] }
  expect(clashesOf({ opened, mine, now }, labels)).toEqual([
    { label: 'Name', theirs: 'X', mine: 'None' },
    { label: 'Active', theirs: 'None', mine: 'Off' },
    { label: 'Lease', theirs: '48 h', mine: '24 h' },
    { label: 'Events', theirs: 'None', mine: 'a, b' },
  ])
})

test('what was entered during a save stays, and the rest is as it is stored', () => {
  const sent = { ...opened, name: ' Mine ' }
  const stored = { ...opened, name: 'Mine' }
  expect(afterSaving(sent, sent, stored)).toEqual(stored)
  expect(afterSaving({ ...sent, days: '1' }, sent, stored)).toEqual({ ...stored, days: '1' })
})
