import { type Permission, permissions, type Role, roles } from '../../src/shared/permissions.ts'
import type { AttackLength, Finding } from './attack.ts'
import type { AttackTarget } from './attack-target.ts'

interface Above {
  readonly role: Role
  readonly permissions: readonly Permission[]
}

/** Accounts with a higher role, or with a permission that the attacker lacks. */
const everybodyAbove: readonly Above[] = [
  ...roles.filter((role) => role !== 'user').map((role) => ({ role, permissions: [] })),
  ...permissions
    .filter((permission) => permission !== 'manage_users')
    .map((permission) => ({ role: 'user' as const, permissions: [permission] })),
]

/** An account with only manage_users attacks accounts that have more. */
export async function deleteSomebodyAbove(target: AttackTarget, length: AttackLength): Promise<Finding[]> {
  const { server } = target
  const manager = await target.colleague('user', ['manage_users'])
  const make = async (body: object) => {
    const made = await server.api<{ id: number }>('POST', '/api/admin/users', {
      email: `${target.unique('above')}@example.com`,
      ...body,
    })
    return made.body.id
  }
  const exists = async (id: number) => {
    const { body } = await server.api<{ id: number; isActive: boolean }[]>('GET', '/api/admin/users')
    return body.some((user) => user.id === id && user.isActive)
  }
  const equal = await make({ role: 'user', permissions: ['manage_users'] })
  const control = await manager.api('DELETE', `/api/admin/users/${equal}`)

  const above = length === 'short' ? everybodyAbove.filter((_each, index) => index % 3 === 0) : everybodyAbove
  let refused = 0
  let touched = 0
  for (const each of above) {
    const id = await make(each)
    const answers = [
      await manager.api('POST', `/api/admin/users/${id}/invite`),
      await manager.api('GET', `/api/admin/users/${id}/sessions`),
      await manager.api('DELETE', `/api/admin/users/${id}/sessions/none`),
      await manager.api('PATCH', `/api/admin/users/${id}`, { isActive: false }),
      await manager.api('DELETE', `/api/admin/users/${id}`),
    ]
    refused += answers.filter(({ status, code }) => status === 403 && code === 'permission_missing').length
    if (!(await exists(id))) touched += 1
  }
  return [
    { name: 'deletions of somebody with the same rights', value: control.status === 200 ? 1 : 0, atLeast: 1 },
    { name: 'refusals with the reason', value: refused, atLeast: above.length * 5 },
    { name: 'people above who are gone or disabled', value: touched, atMost: 0 },
  ]
}
