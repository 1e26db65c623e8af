import { expect, test } from 'vitest'
import type { EntryCheckReply } from './blacklist-types.ts'
import { checkLines } from './check-lines.ts'

const fine: EntryCheckReply = {
  value: '203.0.113.0/24',
  problem: null,
  isListed: false,
  isOwnAddress: false,
  users: 0,
  sessions: 0,
  isAtLeast: false,
}
const texts = (change: Partial<EntryCheckReply>, typed = '203.0.113.0/24') =>
  checkLines({ ...fine, ...change }, typed).map(({ text }) => text)

test('the normal form is shown where it is not what was typed', () => {
  expect(texts({}, '203.0.113.9/24')).toEqual(['Will be listed as 203.0.113.0/24', 'Blocks no current user.'])
  expect(texts({})).toEqual(['Blocks no current user.'])
})

test('whom it would refuse is counted, and said to be more where not all were looked at', () => {
  expect(texts({ users: 1, sessions: 0 })).toEqual(['Blocks 1 current user, 0 sessions.'])
  expect(texts({ users: 1200, sessions: 1, isAtLeast: true })).toEqual([
    'Blocks at least 1,200 current users, 1 session.',
  ])
})

test('what stands on the list already and one’s own address are warned of', () => {
  expect(checkLines({ ...fine, isListed: true, isOwnAddress: true }, '203.0.113.0/24')).toEqual([
    { text: 'Already on this list.', isWarning: true },
    { text: "This includes your own IP address: your software couldn't log in from here.", isWarning: true },
    { text: 'Blocks no current user.', isWarning: false },
  ])
})

test('what can not be blocked says why, and nothing else', () => {
  expect(texts({ value: null, problem: 'Please enter an IP address.' })).toEqual(['Please enter an IP address.'])
})
