import { expect, test } from 'vitest'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { createTeam } from '../../../test/harness/team.ts'
import { useTestApp } from '../../../test/harness/use-suite.ts'

interface Details {
  readonly licenseKey: string
  readonly currentUsers: number
  readonly users: readonly { readonly username: string }[]
  readonly devices: number | null
  readonly sessions: number | null
  readonly changes: readonly { readonly action: string; readonly actor: string | null; readonly ipAddress?: string }[]
  readonly undoable: readonly { readonly operationId: string; readonly action: string }[]
}

describeOnBothDatabases('the details of a license', (open) => {
  const it = useTestApp({ open, env: { RATE_LIMIT_SCALE: '1000' } })

  const furnish = async () => {
    const team = await createTeam(it)
    const body = { maxUsers: 5, licenseKey: `KW-WHOLE-KEY-${team.id}` }
    const { id } = (await team.owner.api<{ id: number }>('POST', `${team.base}/licenses`, body)).body
    const path = `${team.base}/licenses/${id}`
    return { team, path, key: body.licenseKey, read: (by = team.owner) => by.api<Details>('GET', path) }
  }

  test('say who uses it, on which devices, with its state', async () => {
    const { team, key, read } = await furnish()
    expect((await read()).body).toMatchObject({ licenseKey: key, users: [], devices: 0, sessions: 0, undoable: [] })
    const register = { username: 'sofia', password: 'long enough', license_key: key, hwid: 'PC-1' }
    const registered = await it.call<{ user_id: number }>('POST', '/api/v1/register', {
      body: register,
      headers: { 'x-api-key': team.apiKey },
    })
    expect(registered.status).toBe(200)
    const started = await it.call('POST', '/api/v1/session/track', {
      body: { action: 'start', user_id: registered.body.user_id, hwid: 'PC-1' },
      headers: { 'x-api-key': team.apiKey },
    })
    expect(started.status).toBe(200)
    const { body } = await read()
    expect(body).toMatchObject({ currentUsers: 1, maxUsers: 5, devices: 1, sessions: 1 })
    expect(body.users).toEqual([
      expect.objectContaining({ username: 'sofia', isActive: true, isBanned: false, hwid: 'PC-1' }),
    ])
    expect(Object.keys(body.users[0] ?? {})).not.toContain('email')
  })

  test('hold its last 20 changes, who made them only for who may know, and never an address', async () => {
    const { team, path, read } = await furnish()
    const manager = await team.member('manager')
    const viewer = await team.member('viewer')
    for (let n = 0; n < 22; n += 1) await team.owner.api('PATCH', path, { description: `note ${n}` })
    await manager.api('PATCH', path, { isActive: false })
    const other = await team.owner.api<{ id: number }>('POST', `${team.base}/licenses`, {})
    expect(other.status).toBe(200)
    const { body } = await read()
    expect(body.changes).toHaveLength(20)
    expect(body.changes.slice(0, 2).map(({ action, actor }) => [action, actor])).toEqual([
      ['license.update', manager.email],
      ['license.update', team.owner.email],
    ])
    expect(Object.keys(body.changes[0] ?? {}).sort()).toEqual(['action', 'actor', 'createdAt', 'details', 'id'])
    const actors = async (who: typeof manager) => (await read(who)).body.changes.slice(0, 2).map(({ actor }) => actor)
    expect(await actors(manager)).toEqual([manager.email, null])
    expect(await actors(viewer)).toEqual([null, null])
  })

  test('show the key in full only with the right to keys, and count as missing for everybody else', async () => {
    const { team, path, key, read } = await furnish()
    const [viewer, support, stranger] = [await team.member('viewer'), await team.member('support'), await it.account()]
    expect((await read(support)).body.licenseKey).toBe(key)
    const seen = await read(viewer)
    expect(seen.status).toBe(200)
    expect(seen.text).not.toContain(key)
    expect(seen.body.licenseKey.slice(0, 5)).toBe(key.slice(0, 5))
    const missing = await stranger.api('GET', path.replace(/\d+$/, '987654'))
    const foreign = await stranger.api('GET', path)
    expect([foreign.status, missing.status]).toEqual([404, 404])
    expect(foreign.body).toMatchObject({ code: 'application_not_found' })
    const elsewhere = await createTeam(it)
    const id = /\d+$/.exec(path)?.[0]
    const through = await elsewhere.owner.api('GET', `${elsewhere.base}/licenses/${id}`)
    expect(through.body).toMatchObject({ code: 'license_not_found' })
    expect(through.text).not.toContain(key)
  })

  test('offer to undo an extension', async () => {
    const { team, path, read } = await furnish()
    const expiresAt = new Date(it.clock.nowMs() + 90 * 86_400_000).toISOString()
    expect((await team.owner.api('PATCH', path, { expiresAt })).status).toBe(200)
    const [undoable] = (await read()).body.undoable
    expect(undoable?.action).toBe('set_expiry')
    await team.owner.api('POST', `${team.base}/operations/${undoable?.operationId}/undo`)
    expect((await read()).body.undoable).toEqual([])
  })
})
