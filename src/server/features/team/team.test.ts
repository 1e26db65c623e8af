import { expect, test } from 'vitest'
import { signedInAccount } from '../../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../../test/harness/databases.ts'
import { createTeam, newEmail, type Refusal } from '../../../../test/harness/team.ts'
import { useTestApp } from '../../../../test/harness/use-suite.ts'

interface Shown {
  readonly id: number
  readonly role: string | null
  readonly can: readonly string[]
  readonly owner: string
  readonly apiKey: string
  readonly attention: { readonly webhooks: number; readonly transfer: string | null }
}

describeOnBothDatabases('the team of an application', (open) => {
  const it = useTestApp({ open, env: { RATE_LIMIT_SCALE: '1000' } })

  test('each sees what they are in an application and what they may do there', async () => {
    const team = await createTeam(it)
    const expected = {
      viewer: ['look'],
      support: ['check', 'help', 'keys', 'look'],
      manager: ['check', 'export', 'help', 'keys', 'look', 'manage'],
    } as const
    for (const role of ['viewer', 'support', 'manager'] as const) {
      const { api } = await team.member(role)
      const [one] = (await api<Shown[]>('GET', '/api/applications')).body
      expect(one).toMatchObject({ id: team.id, role, can: expected[role], owner: team.owner.email })
      expect(one?.apiKey.includes('•')).toBe(role !== 'manager')
      expect((await api<Shown>('GET', team.base)).body).toMatchObject({ role, can: expected[role] })
    }
    const all = ['check', 'delete', 'export', 'help', 'keys', 'look', 'manage', 'team']
    expect((await team.owner.api<Shown>('GET', team.base)).body).toMatchObject({ role: 'owner', can: all })
    const reader = await signedInAccount(it, 'user', ['view_all_data'])
    const byPermission = { role: null, can: ['check', 'export', 'look'] }
    expect((await reader.api<Shown>('GET', team.base)).body).toMatchObject(byPermission)
    expect((await reader.api<Shown[]>('GET', '/api/applications')).body).toEqual([])
  })

  test('a member is told which role is needed, and support sees keys that a viewer does not', async () => {
    const team = await createTeam(it)
    const license = await team.owner.api<{ licenseKey: string }>('POST', `${team.base}/licenses`, {})
    const [viewer, support] = [await team.member('viewer'), await team.member('support')]
    const refused = await support.api<Refusal>('POST', `${team.base}/licenses`, {})
    expect(refused).toMatchObject({ status: 403, body: { code: 'permission_missing' } })
    expect(refused.body.message).toBe('Your role is Support; this needs Manager.')
    const ended = await viewer.api<Refusal>('DELETE', team.base)
    expect(ended.body.message).toBe('Your role is Viewer; this needs Owner.')
    const keysOf = async (who: typeof viewer) =>
      (await who.api<{ licenseKey: string }[]>('GET', `${team.base}/licenses`)).body.map((each) => each.licenseKey)
    expect(await keysOf(support)).toEqual([license.body.licenseKey])
    expect(await keysOf(viewer)).not.toEqual([license.body.licenseKey])
  })

  test('lists without an application hold the own rows and those of memberships, and nothing else', async () => {
    const [team, other] = [await createTeam(it), await createTeam(it)]
    const member = await team.member('support')
    const entry = (applicationId: number | null, value: string) => ({ applicationId, type: 'username', value })
    for (const { owner, id } of [team, other]) {
      await owner.api('POST', '/api/blacklist', entry(id, `blocked in ${id}`))
      await owner.api('POST', '/api/webhooks', { applicationId: id, url: `https://hooks.example.com/secret-${id}` })
      await owner.api('POST', '/api/webhooks', { url: `https://hooks.example.com/wide-${id}` })
      const body = { username: 'nobody', password: 'x' }
      const headers = { 'x-api-key': id === team.id ? team.apiKey : other.apiKey }
      await it.call('POST', '/api/v1/login', { body, headers })
    }
    await member.api('POST', '/api/blacklist', { type: 'username', value: 'my own' })
    const values = (await member.api<{ value: string }[]>('GET', '/api/blacklist')).body.map(({ value }) => value)
    expect(values.sort()).toEqual([`blocked in ${team.id}`, 'my own'])
    const hooks = await member.api<{ applicationId: number; isUrlMasked: boolean }[]>('GET', '/api/webhooks')
    expect(hooks.body.map(({ applicationId, isUrlMasked }) => [applicationId, isUrlMasked])).toEqual([[team.id, true]])
    expect(hooks.headers['x-total-count']).toBe('1')
    const logs = (await member.api<{ applicationId: number }[]>('GET', '/api/activity-logs')).body
    expect(new Set(logs.map(({ applicationId }) => applicationId))).toEqual(new Set([team.id]))
    expect((await member.api('GET', '/api/activity-logs/export?format=ndjson')).text).toBe('')
    await it.stores.transaction((tx) => tx.members.setRole(team.id, member.id, 'manager'))
    const file = (await member.api('GET', '/api/activity-logs/export?format=ndjson')).text
    expect(file).toContain(`"applicationId":${team.id}`)
    expect(file).not.toContain(`"applicationId":${other.id}`)
  })

  test('what is account-wide is seen by a member, cut, and changed by its owner alone', async () => {
    const team = await createTeam(it)
    const manager = await team.member('manager')
    const hook = await team.owner.api<{ id: number }>('POST', '/api/webhooks', {
      url: 'https://hooks.example.com/s3cret',
    })
    const blocked = await team.owner.api<{ id: number }>('POST', '/api/blacklist', { type: 'username', value: 'eve' })
    const seen = await manager.api<{ url: string }>('GET', `/api/webhooks/${hook.body.id}`)
    expect(seen.status).toBe(200)
    expect(seen.body.url).not.toContain('s3cret')
    const only = { code: 'permission_missing', message: expect.stringContaining('only the owner can do this') }
    expect((await manager.api('PUT', `/api/webhooks/${hook.body.id}`, { isActive: false })).body).toMatchObject(only)
    // They tell of other applications of the owner.
    expect((await manager.api('GET', `/api/webhooks/${hook.body.id}/deliveries`)).body).toMatchObject(only)
    expect((await manager.api('DELETE', `/api/blacklist/${blocked.body.id}`)).body).toMatchObject(only)
    const stranger = await signedInAccount(it)
    const refused = [
      await stranger.api('PUT', `/api/webhooks/${hook.body.id}`, { isActive: false }),
      await stranger.api('DELETE', `/api/blacklist/${blocked.body.id}`),
    ]
    expect(refused.map(({ status }) => status)).toEqual([404, 404])
    expect((await team.owner.api('GET', `/api/webhooks/${hook.body.id}`)).body).toMatchObject({ isActive: true })
  })

  test('support undoes the change of one user, and no change of many', async () => {
    const team = await createTeam(it)
    const support = await team.member('support')
    const user = await team.owner.api<{ id: number }>('POST', `${team.base}/users`, {
      ...{ username: 'ada', password: 'long enough', hwid: 'PC-1' },
    })
    const reset = await support.api<{ undoId: string }>('POST', `${team.base}/users/${user.body.id}/reset-hwid`)
    expect((await support.api('POST', `${team.base}/operations/${reset.body.undoId}/undo`)).status).toBe(200)
    await team.owner.api('POST', `${team.base}/users`, { username: 'bob', password: 'long enough' })
    const asked = { selection: { filter: {} }, action: { type: 'pause' } }
    const preview = await team.owner.api<{ token: string }>('POST', `${team.base}/users/bulk/preview`, asked)
    await team.owner.api('POST', `${team.base}/users/bulk`, { ...asked, token: preview.body.token })
    const [operation] = (await team.owner.api<{ id: string }[]>('GET', `${team.base}/operations`)).body
    const refused = await support.api<Refusal>('POST', `${team.base}/operations/${operation?.id}/undo`)
    expect(refused.body.message).toBe('Your role is Support; this needs Manager.')
    expect((await team.owner.api('POST', `${team.base}/operations/${operation?.id}/undo`)).status).toBe(200)
  })

  test('the owner changes roles and removes members, who lose access with the next request', async () => {
    const team = await createTeam(it)
    const [one, other] = [await team.member('viewer'), await team.member('manager')]
    expect(await team.reach(one)).toEqual([200, 403])
    const changed = await team.owner.api('PATCH', `${team.base}/members/${one.id}`, { role: 'manager' })
    expect(changed.body).toMatchObject({ accountId: one.id, email: one.email, role: 'manager' })
    expect(await team.reach(one)).toEqual([200, 200])
    expect((await one.api('PATCH', `${team.base}/members/${other.id}`, { role: 'viewer' })).status).toBe(403)
    expect((await one.api('DELETE', `${team.base}/members/${other.id}`)).status).toBe(403)
    expect((await team.owner.api('DELETE', `${team.base}/members/${one.id}`)).status).toBe(200)
    expect(await team.reach(one)).toEqual([404, 404])
    expect((await one.api('GET', '/api/applications')).body).toEqual([])
    expect(await team.roles()).toEqual(new Map([[other.id, 'manager']]))
    const again = await team.owner.api('DELETE', `${team.base}/members/${one.id}`)
    expect(again).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
    const owner = await team.owner.api('PATCH', `${team.base}/members/${team.owner.id}`, { role: 'viewer' })
    expect(owner).toMatchObject({ status: 404, body: { code: 'member_not_found' } })
  })

  test('a member leaves without a right to the team; its owner cannot', async () => {
    const team = await createTeam(it)
    const viewer = await team.member('viewer')
    expect((await viewer.api('DELETE', `${team.base}/members/${viewer.id}`)).status).toBe(200)
    expect(await team.reach(viewer)).toEqual([404, 404])
    expect((await team.owner.api('DELETE', `${team.base}/members/${team.owner.id}`)).status).toBe(404)
    expect(await team.reach(team.owner)).toEqual([200, 200])
  })

  test('invites and offers are shown to the owner alone', async () => {
    const team = await createTeam(it)
    const manager = await team.member('manager')
    await team.invite(newEmail())
    type Team = { owner: object; members: object[]; invites?: object[]; transfer?: object | null }
    const shown = (await manager.api<Team>('GET', `${team.base}/members`)).body
    expect(shown.owner).toEqual({ accountId: team.owner.id, email: team.owner.email, name: null })
    expect(shown.members).toHaveLength(1)
    expect([shown.invites, shown.transfer]).toEqual([undefined, undefined])
    const full = (await team.owner.api<Team>('GET', `${team.base}/members`)).body
    expect([full.invites?.length, full.transfer]).toEqual([1, null])
  })

  test('a deleted account leaves no membership, no invite and no offer behind', async () => {
    const administrator = await signedInAccount(it, 'owner')
    const team = await createTeam(it)
    const [leaving, staying] = [await team.member('manager'), await team.member('viewer')]
    await team.owner.api('POST', `${team.base}/transfer`, { accountId: leaving.id, confirmName: 'My Game' })
    expect((await administrator.api('DELETE', `/api/admin/users/${leaving.id}`)).status).toBe(200)
    expect(await team.roles()).toEqual(new Map([[staying.id, 'viewer']]))
    expect((await team.owner.api('GET', `${team.base}/members`)).body).toMatchObject({ transfer: null })
    const token = await team.link(staying.email)
    expect(token).toBe('')
    const invited = await signedInAccount(it)
    const open = await team.link(invited.email)
    // An offer of somebody who may still make one, and the heir was a member of it.
    await administrator.api('POST', `${team.base}/transfer`, { accountId: staying.id, confirmName: 'My Game' })
    await team.member('viewer', administrator)
    expect((await administrator.api('DELETE', `/api/admin/users/${team.owner.id}`)).status).toBe(200)
    expect((await team.accept(invited, open)).body.code).toBe('invite_invalid')
    expect((await staying.api('POST', `${team.base}/transfer/accept`)).status).toBe(404)
    const rows = it.database.reads.selectFrom('application_members').select('account_id')
    expect(await rows.where('application_id', '=', team.id).execute()).toEqual([{ account_id: staying.id }])
    expect((await administrator.api<Shown>('GET', team.base)).body.role).toBe('owner')
  })

  test('a server of the previous release, which knows no members, leaves nobody with more than before', async () => {
    const team = await createTeam(it)
    const heir = await team.member('viewer')
    // Its deletion of an account: the applications pass, and the row goes.
    await it.database.transaction(async (tx) => {
      await tx.updateTable('applications').set({ owner_id: heir.id }).where('owner_id', '=', team.owner.id).execute()
      await tx.deleteFrom('accounts').where('id', '=', team.owner.id).execute()
    })
    expect((await heir.api<Shown>('GET', team.base)).body.role).toBe('owner')
    expect((await heir.api<{ members: object[] }>('GET', `${team.base}/members`)).body.members).toEqual([])
    expect(await team.reach(team.owner)).toEqual([401, 401])
    // Its rows of the audit log name no application, and are nobody's to read by one.
    await it.database.transaction((tx) =>
      tx
        .insertInto('audit')
        .values({
          ...{ account_id: heir.id, actor: 'older', action: 'user.ban', subject: 'application 1, user 1' },
          ...{ ip_address: '192.0.2.1', created_at: 1, details: null },
        })
        .execute(),
    )
    expect((await heir.api('GET', `/api/audit?applicationId=${team.id}`)).text).not.toContain('"older"')
  })

  test('the owner reads what everybody changed in the application, without their addresses', async () => {
    const [team, other] = [await createTeam(it), await createTeam(it)]
    const manager = await team.member('manager')
    await manager.api('POST', `${team.base}/licenses`, {})
    await manager.api('POST', '/api/webhooks', { applicationId: team.id, url: 'https://hooks.example.com/' })
    await manager.api('POST', '/api/blacklist', { applicationId: team.id, type: 'username', value: 'eve' })
    await other.owner.api('POST', `${other.base}/licenses`, {})
    await team.owner.api('PATCH', `${team.base}/members/${manager.id}`, { role: 'viewer' })
    type Row = { action: string; accountId: number; ipAddress: string; subject: string }
    const rows = (await team.owner.api<Row[]>('GET', `/api/audit?applicationId=${team.id}`)).body
    expect(rows.map(({ action, accountId }) => [action, accountId])).toEqual([
      ['member.change', team.owner.id],
      ['blacklist.create', manager.id],
      ['webhook.create', manager.id],
      ['license.create', manager.id],
      ['application.create', team.owner.id],
    ])
    for (const { accountId, ipAddress } of rows) expect(ipAddress === '').toBe(accountId === manager.id)
    const found = (await team.owner.api<Row[]>('GET', `/api/audit?applicationId=${team.id}&q=127.0.0.1`)).body
    expect(new Set(found.map(({ accountId }) => accountId))).toEqual(new Set([team.owner.id]))
    expect((await manager.api('GET', `/api/audit?applicationId=${team.id}`)).status).toBe(403)
    expect((await other.owner.api('GET', `/api/audit?applicationId=${team.id}`)).status).toBe(404)
  })
})
