import { expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { createFailure } from './create-failure.ts'
import type { DashboardUser } from './use-users.ts'
import { initialsOf, matchingUsers, nameOf, userFigures } from './user-figures.ts'

const now = new Date('2026-03-01T12:00:00')
const user = (change: Partial<DashboardUser>): DashboardUser => ({
  id: 1,
  email: 'ada@example.com',
  firstName: null,
  lastName: null,
  role: 'user',
  permissions: [],
  userPermissions: { role: 'user', permissions: [] },
  isActive: true,
  createdAt: now.toISOString(),
  lastLogin: null,
  hasSecondFactor: false,
  invitedUntil: null,
  applicationCount: 0,
  sessionCount: 0,
  ...change,
})

it('counts owners among the admins, and who was created today in the zone of the viewer', () => {
  const users = [
    user({ role: 'owner' }),
    user({ role: 'admin', isActive: false }),
    user({ role: 'staff', createdAt: new Date('2026-02-28T23:59:59').toISOString() }),
    user({ createdAt: new Date('2026-03-01T00:00:00').toISOString() }),
  ]
  expect(userFigures(users, now)).toEqual({ total: 4, active: 3, admins: 2, newToday: 3 })
})

it('finds by e-mail, first and last name in whatever case, and everybody with a blank text', () => {
  const users = [user({}), user({ email: 'b@x.org', firstName: 'Grace', lastName: 'Hopper' })]
  expect(matchingUsers(users, ' ')).toHaveLength(2)
  expect(matchingUsers(users, 'EXAMPLE')).toEqual([users[0]])
  expect(matchingUsers(users, 'hop')).toEqual([users[1]])
  expect(matchingUsers(users, 'gRaCe')).toEqual([users[1]])
  expect(matchingUsers(users, 'staff')).toEqual([])
})

it('shows the initials, else the first letter of the e-mail', () => {
  expect(initialsOf(user({ firstName: 'Grace', lastName: 'Hopper' }))).toBe('GH')
  expect(initialsOf(user({ lastName: 'élan' }))).toBe('É')
  expect(initialsOf(user({ email: '\u{1F984}@x.org' }))).toBe('\u{1F984}')
  expect(nameOf(user({ lastName: 'Hopper' }))).toBe('Hopper')
  expect(nameOf(user({}))).toBeUndefined()
})

it('says why a user was not created: the message, else the status, else the beginning of the text', () => {
  expect(createFailure(new ApiError({ status: 409, code: 'email_taken', message: 'Taken' }))).toBe('Taken')
  expect(createFailure(new ApiError({ status: 502, code: 'unknown', message: '502 Bad Gateway' }))).toBe('Failed: 502')
  const page = new ApiError({ status: 502, code: 'unknown', message: '502 x', rawText: 'x'.repeat(300) })
  expect(createFailure(page)).toBe('x'.repeat(200))
  expect(createFailure(new Error(''))).toBe('Failed to create user')
})
