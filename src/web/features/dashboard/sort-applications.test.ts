import { expect, test } from 'vitest'
import { signInsOf, sortApplications } from './sort-applications.ts'

const application = (name: string, users: number, succeeded: number[]) => ({
  name,
  counts: { users, licenses: 0, activity: 0, webhooks: 0, blacklist: 0 },
  stats: {
    ...{ totalUsers: users, activeUsers: 0, activeSessions: 0, loginSuccessRate: 0, totalApiRequests: 0 },
    lastActivity: null,
    dailyLogins: succeeded.map((count, day) => ({ day: `2026-01-0${day + 1}`, succeeded: count, failed: 50 })),
  },
})
const list = [application('Game 10', 5, [1, 2]), application('game 9', 5, [9]), application('Editor', 7, [])]
const names = (key: string, isDescending = false) =>
  sortApplications(list, { key, isDescending }).map(({ name }) => name)

test('applications are sorted by a column, equal ones as they came, and as they came without one', () => {
  expect(names('name')).toEqual(['Editor', 'game 9', 'Game 10'])
  expect(names('users', true)).toEqual(['Editor', 'Game 10', 'game 9'])
  expect(names('signIns', true)).toEqual(['game 9', 'Game 10', 'Editor'])
  expect(names('no such column')).toEqual(['Game 10', 'game 9', 'Editor'])
  expect(sortApplications(list, undefined)).toBe(list)
})

test('sign-ins are the successful ones', () => {
  expect(list.map(signInsOf)).toEqual([3, 9, 0])
})
