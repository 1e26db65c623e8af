import type { Page } from 'playwright-core'
import type { RunningServer } from '../harness/start-server.ts'
import { pageActions } from './page-actions.ts'
import { newApplication, newUser, ownerCall } from './walk-fixtures.ts'

/** A common action, and how to count its effects on the server. */
export interface Action {
  readonly name: string
  readonly path: string
  /** Opens what the action needs. */
  readonly begin: () => Promise<void>
  readonly typed: Readonly<Record<string, string>>
  readonly press: () => Promise<void>
  /** What can still be pressed again: its dialog, or the unchanged row. */
  readonly isOpen: () => Promise<boolean>
  readonly happened: () => Promise<number>
}

type Row = Readonly<Record<string, unknown>>

/** A field by its label, which may have the mark of a required field. */
export const fieldIn = (within: Page, label: string) =>
  within.getByLabel(new RegExp(`^${label.replace(/[()]/g, '\\$&')}( \\*)?$`))

/** Twenty of them, each with rows of its own. `round` keeps the names of several runs apart. */
export async function commonActions(page: Page, server: RunningServer, round: string): Promise<readonly Action[]> {
  const ui = pageActions({ page, origin: server.origin })
  const application = await newApplication(server, `App ${round}`)
  const base = `/app/${application.id}`
  const calls = `/api/applications/${application.id}`
  const names = ['edited', 'paused', 'resumed', 'banned', 'freed', 'moved', 'deleted'].map((name) => `${name}-${round}`)
  const [edited = '', paused = '', resumed = '', banned = '', freed = '', moved = '', deleted = ''] = names
  const ids = new Map<string, number>()
  for (const username of names) {
    const fields = username === moved ? { username, hwid: `HW-${round}` } : { username }
    ids.set(username, (await newUser(server, application, fields)).id)
  }
  const post = (path: string, body: unknown = {}) => ownerCall<{ id: number }>(server, 'POST', path, body)
  await post(`${calls}/users/${ids.get(resumed)}/pause`)
  await post(`${calls}/users/${ids.get(freed)}/ban`)
  const hooks = { keep: `https://hooks.example.com/keep-${round}`, add: `https://hooks.example.com/add-${round}` }
  const wake = `https://hooks.example.com/wake-${round}`
  await post('/api/webhooks', { applicationId: application.id, url: hooks.keep })
  await post('/api/webhooks', { applicationId: application.id, url: wake, isActive: false })
  await post('/api/blacklist', { applicationId: application.id, type: 'username', value: `gone-${round}` })
  await post(`${calls}/licenses`, { licenseKey: `DOOMED-${round}-0001` })

  const rows = (path: string) => ownerCall<Row[]>(server, 'GET', path)
  const count = async (path: string, isIt: (row: Row) => boolean) => (await rows(path)).filter(isIt).length
  const user = async (name: string) => (await rows(`${calls}/users`)).find(({ username }) => username === name)
  const own = `?applicationId=${application.id}`

  const form = (fields: Pick<Action, 'name' | 'path' | 'typed' | 'happened'> & Partial<Action>): Action => {
    const [first = ''] = Object.keys(fields.typed)
    const window = ui.dialog().filter({ has: fieldIn(page, first) })
    return {
      begin: () => window.waitFor(),
      press: () => window.locator('button[type="submit"]').click(),
      isOpen: async () => (await window.count()) > 0,
      ...fields,
    }
  }
  const chosen = (name: string, entry: string) => async () => {
    await ui.press(`Actions for ${name}`)
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
  }
  /** An entry of a row's menu that acts without asking. */
  const entry = (name: string, of: string, label: string, happened: Action['happened']): Action => ({
    name,
    path: `${base}?section=users&q=${of}`,
    begin: () => ui.row(of).waitFor(),
    typed: {},
    press: chosen(of, label),
    isOpen: async () => false,
    happened,
  })
  /** An action that asks for confirmation. */
  const asked = (fields: Pick<Action, 'name' | 'path' | 'begin' | 'happened'>): Action => ({
    typed: {},
    press: () => ui.confirmation().getByRole('button').last().click(),
    isOpen: async () => (await ui.confirmation().count()) > 0,
    ...fields,
  })
  /** A button of a row that acts without asking. */
  const button = (name: string, path: string, label: string, happened: Action['happened']): Action => ({
    name,
    path,
    begin: () => ui.button(label).waitFor(),
    typed: {},
    press: () => ui.press(label),
    isOpen: async () => false,
    happened,
  })
  const is = (name: string, field: string, value: unknown) => async () =>
    Number(((await user(name))?.[field] ?? null) === value)

  return [
    form({
      name: 'create an application',
      path: '/?dialog=new-application',
      typed: { 'Application Name': `New ${round}` },
      happened: () => count('/api/applications', ({ name }) => name === `New ${round}`),
    }),
    form({
      name: 'rename an application',
      path: `${base}?dialog=settings`,
      typed: { Name: `Renamed ${round}` },
      happened: () => count('/api/applications', ({ name }) => name === `Renamed ${round}`),
    }),
    form({
      name: 'add a user',
      path: `${base}?section=users&q=added&dialog=add-user`,
      typed: { Username: `added-${round}`, Password: 'pw12345678' },
      happened: () => count(`${calls}/users`, ({ username }) => username === `added-${round}`),
    }),
    form({
      name: 'edit a user',
      path: `${base}?section=users&q=${edited}`,
      begin: async () => {
        await chosen(edited, 'Edit')()
        await ui.dialog().getByLabel('Email (Optional)').waitFor()
      },
      typed: { 'Email (Optional)': `${round}@example.com` },
      happened: is(edited, 'email', `${round}@example.com`),
    }),
    entry('pause a user', paused, 'Pause', is(paused, 'isPaused', true)),
    entry('resume a user', resumed, 'Resume', is(resumed, 'isPaused', false)),
    form({
      name: 'ban a user',
      path: `${base}?section=users&q=${banned}`,
      begin: async () => {
        await chosen(banned, 'Ban')()
        await ui.dialog().getByLabel('Reason (Optional)').waitFor()
      },
      typed: { 'Reason (Optional)': `Chargeback ${round}` },
      happened: is(banned, 'isBanned', true),
    }),
    entry('unban a user', freed, 'Unban', is(freed, 'isBanned', false)),
    entry('reset a hardware ID', moved, 'Reset HWID', is(moved, 'hwid', null)),
    asked({
      name: 'delete a user',
      path: `${base}?section=users&q=${deleted}`,
      begin: async () => {
        await chosen(deleted, 'Delete')()
        await ui.confirmation().waitFor()
      },
      happened: async () => Number((await user(deleted)) === undefined),
    }),
    form({
      name: 'create a license with a key of the server',
      path: `${base}?section=licenses&dialog=create-license`,
      typed: { 'Max Users': '7' },
      happened: () => count(`${calls}/licenses`, ({ maxUsers }) => maxUsers === 7),
    }),
    form({
      name: 'generate a key',
      path: `${base}/licenses?dialog=generate`,
      typed: { 'Maximum Users': '8' },
      happened: () => count(`${calls}/licenses`, ({ maxUsers }) => maxUsers === 8),
    }),
    form({
      name: 'generate many keys',
      path: `${base}/licenses?dialog=generate-many`,
      typed: { Keys: '3', 'Maximum Users': '9' },
      happened: async () => (await count(`${calls}/licenses`, ({ maxUsers }) => maxUsers === 9)) / 3,
    }),
    asked({
      name: 'delete a key',
      path: `${base}/licenses`,
      begin: async () => {
        await ui
          .row('DOOMED')
          .getByRole('button', { name: /^Actions/ })
          .click()
        await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
        await ui.confirmation().waitFor()
      },
      happened: async () =>
        1 - (await count(`${calls}/licenses`, ({ licenseKey }) => /DOOMED/.test(String(licenseKey)))),
    }),
    form({
      name: 'add a webhook',
      path: `${base}?section=webhooks&dialog=add-webhook`,
      typed: { URL: hooks.add },
      happened: () => count(`/api/webhooks${own}`, ({ url }) => url === hooks.add),
    }),
    button('disable a webhook', `${base}?section=webhooks`, `Disable ${hooks.keep}`, () =>
      count(`/api/webhooks${own}`, ({ url, isActive }) => url === hooks.keep && isActive === false),
    ),
    button('enable a webhook', `${base}?section=webhooks`, `Enable ${wake}`, () =>
      count(`/api/webhooks${own}`, ({ url, isActive }) => url === wake && isActive === true),
    ),
    form({
      name: 'block a value',
      path: `${base}?section=blacklist&dialog=add-entry`,
      typed: { Data: `192.0.2.${(Number.parseInt(round, 36) % 200) + 1}`, 'Reason (Optional)': `Abuse ${round}` },
      happened: () => count(`/api/blacklist${own}`, ({ reason }) => reason === `Abuse ${round}`),
    }),
    asked({
      name: 'unblock a value',
      path: `${base}?section=blacklist`,
      begin: async () => {
        await ui.press(`Delete gone-${round}`)
        await ui.confirmation().waitFor()
      },
      happened: async () => 1 - (await count(`/api/blacklist${own}`, ({ value }) => value === `gone-${round}`)),
    }),
    saveMessages(page, server, application.id, base, round),
  ]
}

/** A form in the page itself: it stays, with its input, whatever happens. */
function saveMessages(page: Page, server: RunningServer, id: number, base: string, round: string): Action {
  const text = `Not today, ${round}`
  const happened = async () => {
    const { loginFailedMessage } = await ownerCall<Row>(server, 'GET', `/api/applications/${id}`)
    return Number(loginFailedMessage === text)
  }
  return {
    name: 'save a message',
    path: `${base}?section=messages`,
    begin: () => page.getByRole('textbox', { name: 'Login Failed', exact: true }).waitFor(),
    typed: { 'Login Failed': text },
    press: () => page.getByRole('button', { name: 'Save Messages' }).click(),
    isOpen: async () => (await happened()) === 0,
    happened,
  }
}
