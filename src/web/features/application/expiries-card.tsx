import * as texts from '../../texts/application.ts'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Link } from '../../ui/link.tsx'
import { formatCount } from '../../ui/text/format.ts'
import { type ExpiryDay, weeksOf } from './expiry-weeks.ts'
import { useExpiries } from './sign-in-series.ts'

const weekdays = [texts.mon, texts.tue, texts.wed, texts.thu, texts.fri, texts.sat, texts.sun]

/** Users and licenses that expire in the next twelve weeks. */
export function ExpiriesCard({ id }: { readonly id: number }) {
  const { data, error, refetch, isRefetching } = useExpiries(id)
  const sum = (counts: readonly number[] = []) => counts.reduce((all, count) => all + count, 0)
  const total = sum(data?.users)
  const isNone = data !== undefined && total + sum(data.licenses) === 0
  return (
    <Card
      title={texts.upcomingExpiries}
      description={data === undefined || isNone ? texts.theNext12Weeks : texts.inTheNext12(total, data.zone)}
    >
      {error !== null && data === undefined && (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isRefetching} />
      )}
      {data === undefined && error === null && <Skeleton className="h-64 w-full" />}
      {isNone && <p className="text-fg-2">{texts.noUsersExpireIn}</p>}
      {data !== undefined && !isNone && <Calendar id={id} data={data} />}
    </Card>
  )
}

function Calendar({ id, data }: { readonly id: number; readonly data: Parameters<typeof weeksOf>[0] }) {
  const weeks = weeksOf(data)
  const most = Math.max(1, ...data.users)
  return (
    <table className="w-full table-fixed border-separate border-spacing-[3px] text-center text-meta">
      <caption className="sr-only">{texts.usersWhoExpireBy}</caption>
      <thead>
        <tr className="text-fg-3">
          <td className="w-12" />
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col" className="font-normal">
              {weekday}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ name, start, days }) => (
          <tr key={start}>
            <th scope="row" className="text-left font-normal whitespace-nowrap text-fg-3">
              {name}
            </th>
            {days.map((day, place) => (
              <td key={weekdays[place]} className="p-0">
                <Day id={id} day={day} most={most} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const shades = ['bg-accent/15', 'bg-accent/30', 'bg-accent/45', 'bg-accent/60']
const box = 'grid h-[26px] w-full place-items-center rounded-[4px] tabular-nums'

function Day({ id, day, most }: { readonly id: number; readonly day: ExpiryDay | undefined; readonly most: number }) {
  // Before today or after the last day.
  if (day === undefined) return <span className={box} />
  const { users, licenses, start, end, name } = day
  if (users === 0) {
    return (
      <span className={classNames(box, 'bg-raised text-transparent')}>
        <span className="sr-only">0</span>
      </span>
    )
  }
  const text = `${name}: ${formatCount(users, 'user')}${licenses > 0 ? `, ${formatCount(licenses, 'license')}` : ''}`
  return (
    <Link
      href={`/app/${id}?section=users&expiresFrom=${start}&expiresTo=${end}&sort=expiresAt:asc`}
      aria-label={text}
      title={text}
      className={classNames(
        box,
        'text-fg hover:outline-2 hover:outline-accent',
        shades[Math.ceil((4 * users) / most) - 1],
      )}
    >
      {users > 999 ? '999+' : users}
    </Link>
  )
}
