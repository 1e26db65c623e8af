import type { ActivityDetail } from '../src/server/store/activity/new-activity.ts'
import type { StoreSet } from '../src/server/store/index.ts'
import type { EventName } from '../src/shared/events.ts'
import type { OutcomeKey } from '../src/shared/outcomes.ts'
import type { SeededUser } from './seed.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** Two months, so that one can be compared with the one before. */
const days = 60

/** How often each refusal occurs among a hundred logins. */
const refusals: readonly (readonly [EventName, OutcomeKey, number])[] = [
  ['login_failed', 'invalid_credentials', 6],
  ['hwid_mismatch', 'hwid_mismatch', 3],
  ['account_expired', 'account_expired', 2],
  ['version_mismatch', 'version_mismatch', 1],
]

/** Two months of logins: all are counted per day and hour, the last ones are rows of the log too. */
export async function seedHistory(tx: StoreSet, applicationId: number, users: readonly SeededUser[]): Promise<void> {
  const today = Math.floor(Date.now() / dayMs)
  let counted = 0
  await seedChart(tx, applicationId, today, loginsOf(users.length, 0))
  for (let back = days; back > 0; back -= 1) {
    const logins = loginsOf(users.length, back)
    await seedChart(tx, applicationId, today - back, logins)
    const steps = refusals.map(([, outcome, share]) => ({
      applicationId,
      name: `login:${outcome}` as const,
      day: today - back,
      by: Math.round((logins * share) / 100),
    }))
    await tx.counters.add([...steps, { applicationId, name: 'login:login_successful', day: today - back, by: logins }])
    counted += logins
  }
  await tx.counters.add([{ applicationId, name: 'api_requests', day: 0, by: counted * 40 }])
  await seedLog(tx, applicationId, users)
}

/** Some days are busier than others, and each month is busier than the one before. */
function loginsOf(userCount: number, back: number): number {
  const growth = 1 - back / 150
  return Math.round(userCount * growth * (0.5 + 0.3 * Math.sin(back / 3) + 0.08 * Math.sin(back * 5)))
}

/** The counters that the charts read; for the last days also per hour. */
async function seedChart(tx: StoreSet, applicationId: number, day: number, logins: number): Promise<void> {
  const events = [['user_login', 'login_successful', 100] as const, ...refusals]
  const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, weight: 1 + Math.sin(((hour - 9) * Math.PI) / 12) }))
  await tx.eventCounts.add(
    events.flatMap(([event, , share]) =>
      hours.flatMap(({ hour, weight }) => {
        const by = Math.round((logins * share * weight) / 2400 + (share < 100 && hour % 7 === share ? 1 : 0))
        return by === 0 || day * dayMs + hour * hourMs > Date.now()
          ? []
          : [{ applicationId, event, hour: day * 24 + hour, by }]
      }),
    ),
  )
}

async function seedLog(tx: StoreSet, applicationId: number, users: readonly SeededUser[]): Promise<void> {
  const rows = Math.min(users.length * 2, 400)
  for (let row = rows; row > 0; row -= 1) {
    const user = users[(row * 11) % users.length]
    if (!user) continue
    const at = new Date(Date.now() - row * 17 * 60_000)
    const ipAddress = `203.0.113.${(row * 5) % 250}`
    const [event, code] = row % 9 === 0 ? (refusals[(row / 9) % refusals.length] ?? refusals[0] ?? []) : []
    const isLogin = event === undefined && row % 4 !== 0
    if (isLogin) await tx.appUsers.recordLogin(applicationId, user.id, at, ipAddress)
    await tx.activity.insert({
      applicationId,
      event: event ?? (isLogin ? 'user_login' : 'session_start'),
      success: event === undefined,
      code: code ?? null,
      userId: user.id,
      username: user.username,
      ipAddress,
      userAgent: 'MyGame/1.4 (Windows NT 10.0; Win64; x64)',
      count: row % 63 === 0 ? 240 : 1,
      ...(code !== undefined && { detail: detailOf(code, user, at) }),
      at,
    })
  }
  await tx.counters.add([{ applicationId, name: 'activity', day: 0, by: rows }])
}

/** What was compared, in the form that a login stores. */
function detailOf(outcome: OutcomeKey, { hwid }: SeededUser, at: Date): ActivityDetail {
  const pair = (what: string, stored: string, sent: string) => ({ outcome, compared: [{ what, stored, sent }] })
  if (outcome === 'hwid_mismatch') return pair('Hardware ID', hwid, 'DEMO-ANOTHER-PC')
  if (outcome === 'version_mismatch') return pair('Version', '1.4', '1.3')
  if (outcome !== 'account_expired') return { outcome, compared: [] }
  return pair('Expires', new Date(at.getTime() - 12 * dayMs).toISOString(), at.toISOString())
}
