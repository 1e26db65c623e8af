import { expect, test } from 'vitest'
import type { TestAccount } from '../../../test/harness/create-test-app.ts'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { useTestApp } from '../../../test/harness/use-suite.ts'
import { maxSavedViews } from '../../shared/constants.ts'

const path = '/api/account/views'

interface View {
  readonly id: number
  readonly name: string
  readonly query: string
  readonly code?: string
}

describeOnBothDatabases('saved views', (open) => {
  const it = useTestApp({ open, env: { RATE_LIMIT_SCALE: '1000' } })

  const save = (account: TestAccount, body: object = {}) =>
    account.api<View>('POST', path, { screen: 'users', name: 'Banned', query: 'status=banned', ...body })
  const viewsOf = async (account: TestAccount) => (await account.api<View[]>('GET', path)).body
  const application = async (account: TestAccount) =>
    (await account.api<{ id: number }>('POST', '/api/applications', { name: 'Game' })).body.id

  test('are listed, renamed, given other filters and deleted by their account', async () => {
    const account = await it.account()
    const { body: view } = await save(account)
    expect(view).toEqual({ id: view.id, screen: 'users', applicationId: null, name: 'Banned', query: 'status=banned' })
    const renamed = await account.api<View>('PATCH', `${path}/${view.id}`, { name: 'Out' })
    expect(renamed.body).toMatchObject({ name: 'Out', query: 'status=banned' })
    const refiltered = await account.api<View>('PATCH', `${path}/${view.id}`, { query: 'view=never' })
    expect(refiltered.body).toMatchObject({ name: 'Out', query: 'view=never' })
    expect((await account.api<View>('PATCH', `${path}/${view.id}`, {})).body).toEqual(refiltered.body)
    expect(await viewsOf(account)).toEqual([refiltered.body])
    expect((await account.api('DELETE', `${path}/${view.id}`)).body).toEqual({ message: 'View deleted' })
    expect(await viewsOf(account)).toEqual([])
    expect((await account.api('DELETE', `${path}/${view.id}`)).body).toMatchObject({ code: 'view_not_found' })
  })

  test('of another account count as missing and stay as they are', async () => {
    const [account, stranger] = [await it.account(), await it.account('owner')]
    const { body: view } = await save(account)
    for (const method of ['PATCH', 'DELETE']) {
      const answer = await stranger.api(method, `${path}/${view.id}`, method === 'PATCH' ? { name: 'Mine' } : undefined)
      const missing = await stranger.api(method, `${path}/987654`, method === 'PATCH' ? { name: 'Mine' } : undefined)
      expect(answer.status).toBe(404)
      expect(answer.body).toMatchObject({ code: 'view_not_found' })
      expect(missing.status).toBe(404)
    }
    expect(await viewsOf(stranger)).toEqual([])
    expect(await viewsOf(account)).toEqual([view])
  })

  test('have different names in one list, in any spelling, and the same in different lists', async () => {
    const [account, other] = [await it.account(), await it.account()]
    const { body: first } = await save(account)
    const again = await save(account, { name: ' BANNED ', query: 'q=x' })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ code: 'view_name_taken', fields: { name: expect.any(String) } })
    const applicationId = await application(account)
    for (const body of [{ screen: 'licenses' }, { applicationId }]) expect((await save(account, body)).status).toBe(200)
    expect((await save(other)).status).toBe(200)
    const { body: second } = await save(account, { name: 'Paused' })
    const taken = await account.api('PATCH', `${path}/${second.id}`, { name: 'banned' })
    expect(taken.body).toMatchObject({ code: 'view_name_taken' })
    expect((await account.api('PATCH', `${path}/${first.id}`, { name: 'BANNED' })).status).toBe(200)
    expect((await viewsOf(account)).map(({ name }) => name)).toEqual(['BANNED', 'Banned', 'Banned', 'Paused'])
  })

  test('are at most fifty, also when 200 are saved at once', async () => {
    const account = await it.account()
    const saving = Array.from({ length: 200 }, (_, n) => save(account, { name: `View ${n}` }))
    const answers = await Promise.all(saving)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxSavedViews)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['limit_reached']))
    expect(await viewsOf(account)).toHaveLength(maxSavedViews)
  })

  test('name an application that the account may see, and go with it', async () => {
    const [account, stranger] = [await it.account(), await it.account()]
    const applicationId = await application(account)
    expect((await save(stranger, { applicationId })).body).toMatchObject({ code: 'application_not_found' })
    expect(await viewsOf(stranger)).toEqual([])
    expect((await save(account, { applicationId })).status).toBe(200)
    for (const body of [{ name: '' }, { name: 'x'.repeat(41) }, { query: 'x'.repeat(1001) }, { screen: 'docs' }]) {
      const answer = await save(account, body)
      expect(answer.status).toBe(400)
      expect(Object.keys((answer.body as { fields?: object }).fields ?? {})).toEqual(Object.keys(body))
    }
    expect(await viewsOf(account)).toHaveLength(1)
    expect((await account.api('DELETE', `/api/applications/${applicationId}`)).status).toBe(200)
    expect(await viewsOf(account)).toEqual([])
  })
})
