import type { z } from 'zod'
import type { webhookRoutes } from '../../../shared/contract/webhooks.ts'
import type { Caller } from '../../http/auth/authenticate.ts'
import type { Stores } from '../../store/index.ts'
import type { NoticeReason, Webhook } from '../../store/webhooks/webhooks.ts'
import { maySeeUrl, type Roles } from './find-webhook.ts'

type Shown = z.output<(typeof webhookRoutes)['GET /api/webhooks/:id']['reply']>

const notices: Record<NoticeReason, string> = {
  gone: 'Disabled: the endpoint responded with 410 (gone).',
  failing: 'Disabled: every attempt failed for 5 days.',
  backlog: 'Disabled: more than 1,000,000 deliveries are waiting.',
}

const statisticsDays = 7

/** Webhooks as the caller may see them, with their statistics. */
export async function webhookViews(
  stores: Pick<Stores, 'deliveries' | 'members'>,
  caller: Caller,
  webhooks: readonly Webhook[],
  now: Date,
): Promise<Shown[]> {
  const ids = webhooks.map(({ id }) => id)
  const [pending, attempts, roles] = await Promise.all([
    stores.deliveries.pendingCounts(ids),
    stores.deliveries.attemptCounts(ids, now, statisticsDays),
    stores.members.rolesOf(caller.accountId),
  ])
  return webhooks.map((webhook) => {
    const { successful, failed } = attempts.get(webhook.id) ?? { successful: 0, failed: 0 }
    const { accountId: _, failures: __, failingSince: ___, previousSecretEndsAt, notice, retryAt, ...rest } = webhook
    return {
      ...rest,
      events: [...webhook.events],
      ...maskedUrl(webhook, caller, roles),
      hasSecret: true,
      previousSecretEndsAt: previousSecretEndsAt && previousSecretEndsAt > now ? previousSecretEndsAt : null,
      notice: notice && { reason: notice.reason, message: notices[notice.reason], at: notice.at },
      pendingCount: pending.get(webhook.id) ?? 0,
      retryAt: retryAt && retryAt > now ? retryAt : null,
      successfulTries: successful,
      failedTries: failed,
      successRate: successful + failed === 0 ? null : Math.round((successful / (successful + failed)) * 1000) / 10,
    }
  })
}

/** A chat webhook URL is a credential, so it is always masked. */
export function maskedUrl({ url, format, ...webhook }: Webhook, caller: Caller, roles: Roles) {
  const isUrlMasked = format !== 'json' || !maySeeUrl(caller, webhook, roles)
  return { url: isUrlMasked ? `${new URL(url).origin}/${mask}` : url, isUrlMasked }
}

const mask = '•'.repeat(8)
/** Shorter path parts are too common to redact. */
const minRedactedLength = 6

/** A receiver's response, with parts of the URL redacted that the caller may not see. */
export function redactedAnswer(answer: string | null, webhook: Webhook, caller: Caller, roles: Roles): string | null {
  if (answer === null || !maskedUrl(webhook, caller, roles).isUrlMasked) return answer
  const { pathname, searchParams } = new URL(webhook.url)
  const parts = [...pathname.split('/'), ...searchParams.values()]
  return parts
    .flatMap((part) => [part, decoded(part)])
    .filter((part) => part.length >= minRedactedLength)
    .reduce((text, part) => text.replaceAll(part, mask), answer)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
