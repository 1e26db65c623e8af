import type { Sort } from '../../ui/table/table-types.ts'
import type { Application } from './use-applications.ts'

/** Successful sign-ins of the days that the server counts for a card. */
export const signInsOf = ({ stats }: Pick<Application, 'stats'>): number | undefined =>
  stats?.dailyLogins.reduce((sum, { succeeded }) => sum + succeeded, 0)

type Sorted = Pick<Application, 'name' | 'counts' | 'stats'>

const figureOf: Readonly<Record<string, (application: Sorted) => number | string>> = {
  name: ({ name }) => name,
  users: ({ counts }) => counts.users,
  active: ({ stats }) => stats?.activeUsers ?? 0,
  online: ({ stats }) => stats?.activeSessions ?? 0,
  licenses: ({ counts }) => counts.licenses,
  signIns: (application) => signInsOf(application) ?? 0,
  successRate: ({ stats }) => stats?.loginSuccessRate ?? 0,
  lastActivity: ({ stats }) => stats?.lastActivity ?? '',
}

const { compare } = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' })

/** By a column of the table, equal ones as they came. */
export function sortApplications<A extends Sorted>(applications: readonly A[], sort: Sort | undefined): readonly A[] {
  const of = sort && figureOf[sort.key]
  if (!of) return applications
  const order = (a: A, b: A) => {
    const [left, right] = [of(a), of(b)]
    return typeof left === 'number' && typeof right === 'number' ? left - right : compare(String(left), String(right))
  }
  return applications.toSorted((a, b) => (sort.isDescending ? order(b, a) : order(a, b)))
}
