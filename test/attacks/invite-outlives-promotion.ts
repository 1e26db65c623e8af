import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'

const password = 'plenty of letters of an intruder'

/** An inviter keeps the invite link until the account is promoted, then uses it. */
export async function inviteOutlivesPromotion(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const manager = await target.colleague('user', ['manage_users'])
  const invite = async () => {
    const made = await manager.api('POST', '/api/admin/users', { email: `${target.unique('invited')}@example.com` })
    const { id, invite: link } = made.body as { id: number; invite: { token: string } }
    return { id, token: link.token }
  }
  const accept = (token: string) => target.call('POST', '/api/auth/invite', { token, password })
  const promote = (id: number, body: unknown) => target.server.api('PATCH', `/api/admin/users/${id}`, body)

  const untouched = await invite()
  const control = await accept(untouched.token)
  const rounds = length === 'short' ? 4 : 100
  let promoted = 0
  let taken = 0
  for (let round = 0; round < rounds; round += 1) {
    const { id, token } = await invite()
    const isRace = round % 2 === 1
    // At the same time the manager requests another link.
    const [change, again] = await Promise.all([
      promote(id, round % 4 < 2 ? { role: 'admin' } : { permissions: ['delete_applications'] }),
      isRace ? manager.api('POST', `/api/admin/users/${id}/invite`) : undefined,
    ])
    if (change.status === 200) promoted += 1
    const links = [token, ...(again?.status === 200 ? [String(again.body.token)] : [])]
    for (const link of links) if ((await accept(link)).status === 200) taken += 1
  }
  return [
    { name: 'links that work before a change', value: control.status === 200 ? 1 : 0, atLeast: 1 },
    { name: 'accounts promoted', value: promoted, atLeast: rounds },
    { name: 'promoted accounts taken', value: taken, atMost: 0 },
  ]
}
