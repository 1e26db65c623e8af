import { canonical } from '../src/server/lib/canonical.ts'
import { applicationDefaults } from '../src/server/store/applications/application-defaults.ts'
import type { BlacklistType } from '../src/server/store/applications/blacklist.ts'
import type { StoreSet } from '../src/server/store/index.ts'

/** Matches no user of the benchmark: every entry is compared, none applies. */
const blacklist: readonly (readonly [BlacklistType, string])[] = [
  ['ip', '203.0.113.0/24'],
  ['ip', '198.51.100.7'],
  ['ip', '2001:db8::/32'],
  ['username', 'mallory'],
  ['username', 'trudy'],
  ['hwid', '00000000deadbeef'],
  ['email', 'mallory@example.net'],
]

/** An application with every check turned on: hardware lock, blacklists of application and account, custom messages. */
export async function seedApplication(tx: StoreSet, ownerId: number, apiKey: string): Promise<number> {
  const now = new Date()
  const settings = {
    ...applicationDefaults,
    name: 'Bench',
    loginSuccessMessage: 'Welcome back.',
    loginFailedMessage: 'That was not right.',
  }
  const { id } = await tx.applications.insert(ownerId, settings, now)
  await tx.apiKeys.insert(id, apiKey, now)
  await tx.customMessages.update(ownerId, { accountExpired: 'Your time is over.' })
  for (const [index, [type, value]] of blacklist.entries()) {
    const applicationId = index % 2 === 0 ? id : null
    const entry = { accountId: ownerId, applicationId, type, value, valueKey: canonical(value), reason: '' }
    await tx.blacklist.insert(entry, now)
  }
  return id
}
