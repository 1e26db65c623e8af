import { describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { seedApplication } from './walk-fixtures.ts'

interface Account {
  readonly id: number
}

/** Numbers on the screens, as the specification counts them: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('figures', () => {
  const walk = useApplicationWalk((server) => seedApplication(server))
  const { ui, application } = walk

  const figure = (label: string) => {
    const card = walk.page.locator('dl').filter({ has: walk.page.getByText(label, { exact: true }) })
    return card.locator('dd').first()
  }

  it('of success are in percent', async () => {
    await ui.open(`/app/${application.id}`)
    await expect.poll(() => figure('Success Rate').innerText()).toMatch(/^(100|\d{1,2}(\.\d)?)%$/)
  })

  it('of admins include owners, those of today begin at midnight; a user without a name shows the first letter', async () => {
    await walk.page.route('**/api/admin/users*', async (route) => {
      const response = await route.fetch()
      const [owner] = (await response.json()) as Account[]
      const old = { ...owner, id: 9001, createdAt: '2020-01-01T00:00:00.000Z', role: 'admin' }
      const named = { ...old, email: 'x@example.com', firstName: 'Grace', lastName: 'Hopper' }
      const unnamed = { ...old, id: 9002, email: 'zed@example.com', firstName: null, lastName: null, role: 'user' }
      await route.fulfill({ response, json: [owner, named, unnamed] })
    })
    await ui.load('/user-management')
    await ui.row('zed@example.com').waitFor()
    const figures = ['Total Users', 'Admins', 'New Today'].map((label) => figure(label).innerText())
    expect(await Promise.all(figures)).toEqual(['3', '2', '1'])
    expect(await ui.row('x@example.com').getByText('GH', { exact: true }).count()).toBe(1)
    expect(await ui.row('zed@example.com').getByText('Z', { exact: true }).count()).toBe(1)
    await walk.page.unrouteAll()
  })
})
