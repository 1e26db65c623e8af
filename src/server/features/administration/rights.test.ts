import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestAccount, type TestApp } from '../../../../test/harness/create-test-app.ts'
import { openMemoryDatabase } from '../../../../test/harness/memory-database.ts'
import { printFigure } from '../../../../test/harness/print-figure.ts'
import { type Permission, permissions, type Role, rolePresets, roles } from '../../../shared/permissions.ts'
import type { Database } from '../../db/open.ts'

const actions = ['list', 'create', 'grant', 'switch off', 'delete', 'sessions', 'end a session', 'invite'] as const
type Action = (typeof actions)[number]

interface Case {
  readonly role: Role
  readonly held: readonly Permission[]
  readonly target: Role
  readonly targetHeld: readonly Permission[]
  readonly action: Action
}

/** The rules of the decision pages, written a second time and independently of the product's code. */
function isAllowed({ role, held, target, targetHeld, action }: Case): boolean {
  const has = (name: Permission) => role === 'owner' || held.includes(name)
  const isAbove = roles.indexOf(role) > roles.indexOf(target)
  if (action === 'list') return has('manage_users') || has('manage_permissions') || has('access_admin_panel')
  if (action === 'create') {
    const isOpen = has('manage_users') || has('access_admin_panel')
    return isOpen && !isAbove && rolePresets[target].every(has)
  }
  if (target === 'owner' && role !== 'owner') return false
  if (action === 'grant') return has('manage_permissions') && has('edit_code')
  if ((isAbove || !targetHeld.every(has)) && role !== 'owner') return false
  if (action === 'invite') return has('manage_users') || has('access_admin_panel')
  return has('manage_users')
}

/** The state of a target in addition to its role. */
const targetSets: readonly (readonly Permission[])[] = [[], ['view_all_data'], ['delete_applications', 'view_all_data']]

/** Every action by every role and permission set against every role, with more and with fewer permissions. */
function everyCase(): Case[] {
  const sets = Array.from({ length: 2 ** permissions.length }, (_, bits) =>
    permissions.filter((_name, index) => (bits >> index) % 2 === 1),
  )
  return roles.flatMap((role) =>
    sets.flatMap((held) =>
      roles.flatMap((target) =>
        targetSets.flatMap((targetHeld) => actions.map((action) => ({ role, held, target, targetHeld, action }))),
      ),
    ),
  )
}

/** Every n-th case is enough here; ADMINISTRATION_CASES=all runs all of them. */
const step = process.env.ADMINISTRATION_CASES === 'all' ? 1 : 113

describe('who may do what with users', () => {
  let database: Database
  let test: TestApp
  let actor: TestAccount
  const target = { id: 0, email: 'target@example.com' }
  beforeAll(async () => {
    database = await openMemoryDatabase()
    test = await createTestApp({ database, env: { RATE_LIMIT_SCALE: '100000' } })
    await test.account('owner')
    actor = await test.account('user')
    await makeTarget()
  })
  afterAll(async () => {
    await test.close()
    await database.close()
  })

  const makeTarget = async () => {
    const { email } = target
    const account = { email, passwordHash: '', role: 'user', permissions: [], at: test.clock.now() } as const
    target.id = await test.stores.transaction((tx) => tx.accounts.insert(account))
  }
  const set = (id: number, role: Role, held: readonly Permission[]) =>
    database.transaction((tx) =>
      tx
        .updateTable('accounts')
        .set({ role, permissions: JSON.stringify(held), is_active: 1 })
        .where('id', '=', id)
        .execute(),
    )
  const call = ({ action, target: role, targetHeld }: Case) => {
    const path = `/api/admin/users/${target.id}`
    if (action === 'list') return actor.api('GET', '/api/admin/users?limit=1')
    // The email is taken, so no password is hashed and no account is created; permissions are checked before that.
    if (action === 'create') return actor.api('POST', '/api/admin/users', { email: target.email, role })
    if (action === 'grant') {
      return actor.api('PATCH', path, { permissions: role === 'owner' ? [] : [...targetHeld, 'edit_code'] })
    }
    if (action === 'switch off') return actor.api('PATCH', path, { isActive: false })
    if (action === 'sessions') return actor.api('GET', `${path}/sessions`)
    // The target does not exist, or already signed in, or was never invited; permissions are checked before that.
    if (action === 'end a session') return actor.api('DELETE', `${path}/sessions/none`)
    if (action === 'invite') return actor.api('POST', `${path}/invite`)
    return actor.api('DELETE', path)
  }

  it('is what the decisions say, for every role, set of permissions and target', { timeout: 300_000 }, async () => {
    const cases = everyCase().filter((_case, index) => index % step === 0)
    const wrong: unknown[] = []
    for (const each of cases) {
      await set(actor.id, each.role, each.held)
      await set(target.id, each.target, each.targetHeld)
      const { status } = await call(each)
      const expected = isAllowed(each) ? [200, 404, 409] : [403]
      if (!expected.includes(status)) wrong.push({ ...each, status })
      if (each.action === 'delete' && status === 200) await makeTarget()
    }
    printFigure(
      `administration: ${cases.length} of ${everyCase().length} cases of role, permissions, target and action`,
    )
    expect(wrong).toEqual([])
  })

  it('a role is given by who holds it or one above, each permission by who has it', async () => {
    const wrong: unknown[] = []
    for (const role of roles) {
      for (const given of roles) {
        await set(actor.id, role, ['manage_permissions', 'manage_users'])
        await set(target.id, given === 'user' ? 'moderator' : 'user', [])
        const { status } = await actor.api('PATCH', `/api/admin/users/${target.id}`, { role: given })
        const isRight = roles.indexOf(role) <= roles.indexOf(given) ? status === 200 : status === 403
        if (!isRight) wrong.push({ role, given, status })
      }
      for (const given of permissions) {
        await set(actor.id, role, ['manage_permissions'])
        await set(target.id, 'user', [])
        const { status } = await actor.api('PATCH', `/api/admin/users/${target.id}`, { permissions: [given] })
        const isRight = role === 'owner' || given === 'manage_permissions' ? status === 200 : status === 403
        if (!isRight) wrong.push({ role, given, status })
      }
    }
    expect(wrong).toEqual([])
  })

  it('nobody raises themselves', async () => {
    await set(actor.id, 'admin', ['manage_permissions', 'manage_users'])
    for (const change of [{ role: 'owner' }, { permissions }, { permissions: ['manage_permissions', 'edit_code'] }]) {
      const { status } = await actor.api('PATCH', `/api/admin/users/${actor.id}`, change)
      expect(status).toBe(403)
    }
    expect((await test.stores.accounts.find(actor.id))?.permissions).toEqual(['manage_permissions', 'manage_users'])
  })
})
