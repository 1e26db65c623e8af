import type { DashboardUser } from './use-users.ts'

/** The numbers of the stat cards. Today starts at the viewer's midnight. */
export function userFigures(users: readonly DashboardUser[], now: Date) {
  const today = now.toDateString()
  return {
    total: users.length,
    active: users.filter(({ isActive }) => isActive).length,
    admins: users.filter(({ role }) => role === 'admin' || role === 'owner').length,
    newToday: users.filter(({ createdAt }) => new Date(createdAt).toDateString() === today).length,
  }
}

/** Users whose email, first or last name contains the text, ignoring case. */
export function matchingUsers(users: readonly DashboardUser[], q: string): readonly DashboardUser[] {
  const text = q.trim().toLowerCase()
  if (text === '') return users
  return users.filter(({ email, firstName, lastName }) =>
    [email, firstName, lastName].some((part) => part?.toLowerCase().includes(text)),
  )
}

/** Initials of the name, else of the email. */
export function initialsOf({ email, firstName, lastName }: DashboardUser): string {
  const letters = [firstName, lastName].map((name) => firstLetter(name ?? '')).join('')
  return (letters || firstLetter(email)).toUpperCase()
}

/** The first character: it may consist of several code units. */
const firstLetter = (text: string) => [...text.trim()][0] ?? ''

export function nameOf({ firstName, lastName }: DashboardUser): string | undefined {
  return [firstName, lastName].filter(Boolean).join(' ') || undefined
}
