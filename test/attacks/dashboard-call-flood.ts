import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'

const calls = { short: 700, full: 3_000 }
const exportsAtOnce = { short: 30, full: 200 }

/** A signed-in user, or a script with his cookie, that calls the dashboard as fast as it can. */
export async function dashboardCallFlood(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const { id } = await target.application()
  const flooding = { headers: { cookie: await target.signIn() } }
  const exported = await Promise.all(
    Array.from({ length: exportsAtOnce[length] }, () =>
      target.call('GET', `/api/applications/${id}/users/export`, undefined, flooding),
    ),
  )
  const called = await Promise.all(
    Array.from({ length: calls[length] }, () => target.call('GET', `/api/applications/${id}`, undefined, flooding)),
  )
  const other = { headers: { cookie: await target.signIn() } }
  const untouched = await target.call('GET', `/api/applications/${id}`, undefined, other)
  const count = (answers: typeof called, status: number) => answers.filter((said) => said.status === status).length
  const unsaid = [...exported, ...called].filter((said) => said.status === 429 && said.retryAfter === null)
  return [
    { name: `exports, of ${exported.length}`, value: count(exported, 200), atMost: 10, atLeast: 1 },
    { name: `calls, of ${called.length}`, value: count(called, 200), atMost: 600, atLeast: 1 },
    { name: 'refusals', value: count(called, 429), atLeast: 1 },
    { name: 'refusals that do not say when to come back', value: unsaid.length, atMost: 0 },
    { name: 'refusals of another session', value: untouched.status === 200 ? 0 : 1, atMost: 0 },
  ]
}
