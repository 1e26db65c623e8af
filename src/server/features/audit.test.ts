import { beforeAll, describe, expect, it } from 'vitest'
import type { TestAccount } from '../../../test/harness/create-test-app.ts'
import { useTestApp } from '../../../test/harness/use-suite.ts'

interface Entry {
  readonly id: number
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly details: string | null
}

describe('the audit log', () => {
  const test = useTestApp()
  let owner: TestAccount
  let maker: TestAccount
  beforeAll(async () => {
    owner = await test.account('owner')
    maker = await test.account('user')
    for (const name of ['One', 'Two', 'Three']) await maker.api('POST', '/api/applications', { name })
    await owner.api('PATCH', `/api/admin/users/${maker.id}`, { role: 'staff' })
  })

  const read = async (account: TestAccount, query = '') => {
    const { status, body, headers } = await account.api<Entry[]>('GET', `/api/audit${query}`)
    expect(status).toBe(200)
    return { actions: body.map(({ action }) => action), body, headers }
  }

  it('shows everybody their own changes, and all to who may view all data', async () => {
    expect((await read(maker)).actions).toEqual(Array(3).fill('application.create'))
    expect((await read(owner)).actions).toEqual(['account.update', ...Array(3).fill('application.create')])
    expect((await read(owner, `?accountId=${maker.id}`)).actions).toHaveLength(3)
  })

  it("shows nobody another's changes, without telling that there are any", async () => {
    expect((await read(maker, `?accountId=${owner.id}`)).actions).toEqual([])
    expect((await read(maker, '?accountId=99999')).actions).toEqual([])
    expect((await read(maker, `?subject=account%20${maker.id}`)).actions).toEqual([])
  })

  it('is filtered and comes page by page', async () => {
    expect((await read(owner, '?action=account')).body[0]).toMatchObject({
      actor: owner.email,
      subject: `account ${maker.id}`,
      details: 'role user to staff',
    })
    const first = await read(owner, '?limit=3')
    const next = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1]
    const second = await read(owner, `?limit=3&cursor=${next}`)
    expect([...first.actions, ...second.actions]).toHaveLength(4)
    expect(second.headers.link).toBeUndefined()
    expect((await read(owner, '?sort=createdAt:asc&limit=1')).actions).toEqual(['application.create'])
    expect((await read(owner, '?q=TO%20STAFF')).actions).toEqual(['account.update'])
    expect((await read(maker, '?q=to%20staff')).actions).toEqual([])
  })

  it('refuses what is no filter', async () => {
    for (const query of [
      '?limit=0',
      '?cursor=x&limit=1',
      '?from=yesterday',
      '?accountId=-1',
      '?unknown=1',
      '?sort=actor:asc',
    ]) {
      expect((await owner.api('GET', `/api/audit${query}`)).status).toBe(400)
    }
  })
})
