import { newWebhookSecret } from '../src/server/events/webhooks/send/outgoing-request.ts'
import { requireNormalizedValue } from '../src/server/features/blacklist/normalize-value.ts'
import type { BlacklistType } from '../src/server/store/applications/blacklist.ts'
import type { StoreSet } from '../src/server/store/index.ts'

const blocked: readonly (readonly [BlacklistType, string, string])[] = [
  ['ip', '198.51.100.23', 'Tried stolen passwords'],
  ['ip', '192.0.2.128/25', 'Rented servers'],
  ['username', 'cracker', 'Charged back'],
  ['hwid', 'DEMO-C0FFEE000000', 'Modified client'],
  ['email', 'trial-again@example.com', 'Third trial'],
]

/** Blocked values, and a disabled webhook: the demo sends nothing to anyone. */
export async function seedExtras(tx: StoreSet, accountId: number, applicationId: number): Promise<void> {
  const now = new Date()
  for (const [type, value, reason] of blocked) {
    await tx.blacklist.insert({ accountId, applicationId, type, reason, ...requireNormalizedValue(type, value) }, now)
  }
  await tx.webhooks.insert(
    {
      accountId,
      applicationId,
      url: 'https://hooks.example.com/keywright',
      format: 'json',
      isFormatDerived: true,
      events: ['user_login', 'user_registration', 'hwid_mismatch'],
      isActive: false,
      secret: newWebhookSecret(),
    },
    now,
  )
}
