import { expect, test } from 'vitest'
import { findConflicts, type Labels, mergeAfterSave } from './find-conflicts.ts'

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
  expect(findConflicts({ opened, mine, now: opened }, labels)).toEqual([])
  expect(findConflicts({ opened, mine, now: { ...opened, days: '24', events: [] } }, labels)).toEqual([])
  expect(findConflicts({ opened, mine, now: { ...opened, isActive: false } }, labels)).toEqual([])
  expect(findConflicts({ opened, mine, now: { ...opened, name: 'Theirs', days: '24' } }, labels)).toEqual([
    { label: 'Name', theirs: 'Theirs', mine: 'Mine' },
  ])
})

test('values are told in words', () => {
  const mine = { ...opened, isActive: false, days: '24', events: ['a', 'b'], name: '' }
  const now = { name: 'X', isActive: null as unknown as boolean, days: '48', events: [] }
  expect(findConflicts({ opened, mine, now }, labels)).toEqual([
    { label: 'Name', theirs: 'X', mine: 'None' },
    { label: 'Active', theirs: 'None', mine: 'Off' },
    { label: 'Lease', theirs: '48 h', mine: '24 h' },
    { label: 'Events', theirs: 'None', mine: 'a, b' },
  ])
})

test('what was entered during a save stays, and the rest is as it is stored', () => {
  const sent = { ...opened, name: ' Mine ' }
  const stored = { ...opened, name: 'Mine' }
  expect(mergeAfterSave(sent, sent, stored)).toEqual(stored)
  expect(mergeAfterSave({ ...sent, days: '1' }, sent, stored)).toEqual({ ...stored, days: '1' })
})
