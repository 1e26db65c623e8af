import { expect, test } from 'vitest'
import { selectedCsv } from './save-selected.ts'

const lines = [
  { username: 'ann', is_paused: false },
  { username: 'bob', is_paused: true },
  { username: 'cleo', is_paused: false },
]
const names = new Map([
  [1, 'ann'],
  [2, 'bob'],
])

test('a file of the selected rows has those and no others', () => {
  const some = selectedCsv(lines, { kind: 'some', keys: new Set([2]) }, names, 'username')
  expect(some).toBe('username,is_paused\r\nbob,true\r\n')
  const most = selectedCsv(lines, { kind: 'all', except: new Set([1]) }, names, 'username')
  expect(most).toBe('username,is_paused\r\nbob,true\r\ncleo,false\r\n')
})
