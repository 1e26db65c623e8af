import { type TokenAction, tokenActions } from '../../src/shared/token-actions.ts'
import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'

const secretPath = 'canary-of-the-address'

/** Tokens that may read ask for what only changing, or nobody but a person, opens. */
export async function tokenExportsHashes(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const { server } = target
  const { id } = await target.application()
  const licenseKey = target.unique('CANARY-OF-THE-LICENSE-KEY')
  const owned = async (method: string, path: string, body: unknown) =>
    (await server.api<{ id: number }>(method, path, body)).body
  await owned('POST', `/api/applications/${id}/users`, { username: 'sofia', password: 'a long password' })
  await owned('POST', `/api/applications/${id}/licenses`, { licenseKey })
  const hook = { applicationId: id, url: `https://hooks.example.com/${secretPath}` }
  const webhook = await owned('POST', '/api/webhooks', hook)
  const proved = await server.api('POST', '/api/account/prove', { password: server.owner.password })
  const person = await target.call('GET', `/api/applications/${id}/users/export?passwordHashes=true`, undefined, {
    headers: { cookie: server.owner.cookie },
  })

  const readers = tokenActions.filter((action) => action.endsWith(':read'))
  const alone: TokenAction[][] = ['users:read', 'users:write', 'webhooks:read', 'licenses:read'].map((action) => [
    action as TokenAction,
  ])
  const sets: readonly (readonly TokenAction[])[] =
    length === 'short' ? [...alone, readers] : [...tokenActions.map((action) => [action]), readers, tokenActions]
  let hashes = 0
  let others = 0
  let lists = 0
  for (const actions of sets) {
    const made = await server.api<{ token: string }>('POST', '/api/account/tokens', {
      name: target.unique('stolen'),
      days: 1,
      actions,
    })
    for (const path of [
      `/api/applications/${id}/users/export?passwordHashes=true`,
      `/api/applications/${id}/users/export?passwordHashes=true&format=json`,
      `/api/applications/${id}/users?include=license`,
      `/api/applications/${id}/licenses`,
      `/api/webhooks?applicationId=${id}`,
      `/api/webhooks/${webhook.id}`,
    ]) {
      const { status, text } = await target.call('GET', path, undefined, {
        headers: { authorization: `Bearer ${made.body.token}` },
      })
      if (status === 200) lists += 1
      if (text.includes('argon2')) hashes += 1
      if (text.includes(licenseKey) && !actions.includes('licenses:write')) others += 1
      if (text.includes(secretPath) && !actions.includes('webhooks:write')) others += 1
    }
  }
  return [
    { name: 'proofs of the person', value: proved.status === 200 ? 1 : 0, atLeast: 1 },
    { name: 'exports with hashes by the person', value: person.text.includes('argon2') ? 1 : 0, atLeast: 1 },
    { name: 'lists that the tokens read', value: lists, atLeast: 5 },
    { name: 'answers to tokens that hold a password hash', value: hashes, atMost: 0 },
    { name: 'answers with a secret of another action', value: others, atMost: 0 },
  ]
}
