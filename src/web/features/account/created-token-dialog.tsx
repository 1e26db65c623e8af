import type { TokenAction } from '../../../shared/token-actions.ts'
import type { ApiReply } from '../../api/client.ts'
import * as texts from '../../texts/account.ts'
import { NoticeDialog } from '../../ui/dialog/notice-dialog.tsx'
import type { DialogState } from '../../ui/dialog/opening.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { CopyableText } from '../../ui/text/copyable-text.tsx'

export interface CreatedTokenDialogProps extends DialogState {
  readonly made: ApiReply<'POST /api/account/tokens'>
}

/** Shows a token once: the server stores only its hash. */
export function CreatedTokenDialog({ made, ...dialog }: CreatedTokenDialogProps) {
  return (
    <NoticeDialog {...dialog} size="lg" title={texts.copyYourToken} description={texts.youWontSeeIt}>
      <CopyableText text={made.token} what="token" />
      <CodeBlock label={texts.curl} code={tokenExample(made, location.origin)} />
    </NoticeDialog>
  )
}

interface CreatedToken {
  readonly token: string
  readonly actions: readonly TokenAction[]
  readonly applicationIds: readonly number[] | null
}

/** The example uses the first call that the token may make. */
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

/** A curl command with the token. A creation carries an Idempotency-Key, so it can be retried safely. */
function tokenExample({ token, actions, applicationIds }: CreatedToken, origin: string): string {
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
