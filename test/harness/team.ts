import type { MemberRole } from '../../src/shared/rights.ts'
import { type Answer, signedInAccount, type TestAccount, type TestApp } from './create-test-app.ts'

export interface Refusal {
  readonly code: string
  readonly message: string
  readonly fields?: Readonly<Record<string, string>>
}

/** An application with its owner, and how people join it. */
export type TestTeam = Awaited<ReturnType<typeof createTeam>>

let emails = 0
/** An address that no account has. */
export const newEmail = () => {
  emails += 1
  return `colleague${emails}@example.com`
}

export async function createTeam(test: TestApp, owner?: TestAccount) {
  const maker = owner ?? (await signedInAccount(test))
  const made = await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'My Game' })
  const { id, apiKey } = made.body
  const base = `/api/applications/${id}`
  const invite = (email: string, role: MemberRole = 'viewer', by = maker) =>
    by.api<{ id: number; expiresAt: string; link?: string } & Refusal>('POST', `${base}/members`, { email, role })
  const tokenIn = (answer: Answer<{ link?: string }>) => /#token=([\w-]+)$/.exec(answer.body.link ?? '')?.[1] ?? ''
  const accept = (who: TestAccount, token: string) =>
    who.api<{ applicationId: number; role: MemberRole } & Refusal>('POST', '/api/account/invites/accept', { token })
  return {
    id,
    apiKey,
    base,
    owner: maker,
    invite,
    tokenIn,
    accept,
    /** The token of a new invite. */
    link: async (email: string, role: MemberRole = 'viewer') => tokenIn(await invite(email, role)),
    /** A new colleague, through the store. */
    async member(role: MemberRole, who?: TestAccount): Promise<TestAccount> {
      const account = who ?? (await signedInAccount(test))
      await test.stores.transaction((tx) =>
        tx.members.insert({ applicationId: id, accountId: account.id, role, addedBy: maker.id }, test.clock.now()),
      )
      return account
    },
    /** Who works on it, by account. */
    roles: async () => new Map((await test.stores.members.list(id)).map((each) => [each.accountId, each.role])),
    /** The status of a read, and of a change. */
    reach: async (who: TestAccount) => [
      (await who.api('GET', base)).status,
      (await who.api('PATCH', base, { description: `by ${who.id}` })).status,
    ],
  }
}
