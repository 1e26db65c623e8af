import type { TokenAction } from '../../../shared/token-actions.ts'

interface Made {
  readonly token: string
  readonly actions: readonly TokenAction[]
  readonly applicationIds: readonly number[] | null
}

/** The first call of the list that a token may make stands in its example. */
const calls: readonly (readonly [TokenAction, (application: string) => readonly [method: string, path: string]])[] = [
  ['licenses:write', (application) => ['POST', `/api/applications/${application}/licenses/generate`]],
  ['licenses:read', (application) => ['GET', `/api/applications/${application}/licenses?limit=10`]],
  ['users:read', (application) => ['GET', `/api/applications/${application}/users?limit=10`]],
  ['applications:read', () => ['GET', '/api/applications']],
  ['activity:read', (application) => ['GET', `/api/activity-logs?applicationId=${application}&limit=10`]],
  ['blacklist:read', (application) => ['GET', `/api/blacklist?applicationId=${application}`]],
  ['webhooks:read', (application) => ['GET', `/api/webhooks?applicationId=${application}`]],
  ['messages:read', () => ['GET', '/api/custom-messages']],
]

/** A call with a token, ready to be pasted into a shell. A creation carries a key by which it may be repeated safely. */
export function tokenExample({ token, actions, applicationIds }: Made, origin: string): string {
  const application = String(applicationIds?.[0] ?? 'APPLICATION_ID')
  const call = calls.find(([action]) => actions.includes(action))?.[1]
  const [method, path] = call?.(application) ?? ['GET', '/api/openapi.json']
  return [
    `curl -X ${method} '${origin}${path}'`,
    `-H 'Authorization: Bearer ${token}'`,
    ...(method === 'POST'
      ? [
          `-H 'Idempotency-Key: order-1001'`,
          `-H 'Content-Type: application/json'`,
          `-d '{"maxUsers":1,"validityDays":30}'`,
        ]
      : []),
  ].join(' \\\n  ')
}
