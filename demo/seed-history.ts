import type { StoreSet } from '../src/server/store/index.ts'
import type { EventName } from '../src/shared/events.ts'
import type { OutcomeKey } from '../src/shared/outcomes.ts'
import type { SeededUser } from './seed.ts'

const dayMs = 86_400_000
const days = 30

/** How often each refusal happens among a hundred logins. */
const refusals: readonly (readonly [EventName, OutcomeKey, number])[] = [
  ['login_failed', 'invalid_credentials', 6],
  ['hwid_mismatch', 'hwid_mismatch', 3],
  ['account_expired', 'account_expired', 2],
  ['version_mismatch', 'version_mismatch', 1],
]

/** A month of logins: counted for each day, the last of them as rows of the log. */
export async function seedHistory(tx: StoreSet, applicationId: number, users: readonly SeededUser[]): Promise<void> {
  const today = Math.floor(Date.now() / dayMs)
  let counted = 0
  for (let back = days; back > 0; back -= 1) {
    const logins = Math.round(users.length * (0.5 + 0.3 * Math.sin(back / 3)))
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

async function seedLog(tx: StoreSet, applicationId: number, users: readonly SeededUser[]): Promise<void> {
  const rows = Math.min(users.length * 2, 400)
  for (let row = rows; row > 0; row -= 1) {
    const user = users[(row * 11) % users.length]
    if (!user) continue
    const [event, code] = row % 9 === 0 ? (refusals[(row / 9) % refusals.length] ?? refusals[0] ?? []) : []
    await tx.activity.insert({
      applicationId,
      event: event ?? (row % 4 === 0 ? 'session_start' : 'user_login'),
      success: event === undefined,
      code: code ?? null,
      userId: user.id,
      username: user.username,
      ipAddress: `203.0.113.${(row * 5) % 250}`,
      userAgent: 'MyGame/1.4 (Windows NT 10.0; Win64; x64)',
      count: 1,
      at: new Date(Date.now() - row * 17 * 60_000),
    })
  }
  await tx.counters.add([{ applicationId, name: 'activity', day: 0, by: rows }])
}
