import type { Locator, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasBrowser } from '../harness/browser.ts'
import { openIdentityProvider } from '../harness/identity-provider.ts'
import { useOpened } from '../harness/use-suite.ts'
import { replacedWindow, useServerAndBrowser } from './open-walk.ts'
import { openSignedIn, ownerCall, widths } from './walk-fixtures.ts'

const key = 'admin-key-of-the-walk-0123456789abcdef'
const password = 'plenty of letters here'
const idPassword = 'password at the provider'

interface Created {
  readonly id: number
  readonly invite?: { readonly token: string }
}

/** Users of the dashboard, as those who manage them see it: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('administration', () => {
  const provider = useOpened(
    () => openIdentityProvider(idPassword),
    async (opened) => opened.close(),
  )
  const walk = useServerAndBrowser(() => ({ env: { ADMIN_KEY: key, ...provider.env } }))
  const shown = replacedWindow(walk)
  let page: Page
  let staff: Created

  beforeAll(async () => {
    const permissions = ['view_all_data', 'manage_users', 'manage_permissions', 'edit_code', 'access_admin_panel']
    staff = await create({ email: 'grace@example.com', password, role: 'staff', permissions })
    await create({ email: 'ada@example.com', password, role: 'admin' })
    await create({ email: 'boss@example.com', password, role: 'owner' })
  })
  beforeEach(() => visit(undefined))
  afterEach(() => expect(shown.watched.problems).toEqual([]))

  const create = (body: object) => ownerCall<Created>(walk.server, 'POST', '/api/admin/users', body)
  /** Replaces the open page by one of the owner, or of a visitor. */
  const visit = async (who: 'owner' | undefined, viewport: { width: number; height: number } = widths.wide) => {
    await shown.openIn(
      await (who === 'owner'
        ? openSignedIn(walk.browser, walk.server, viewport)
        : walk.browser.newContext({ viewport, locale: 'en-US' })),
    )
    page = shown.page
  }
  const open = async (address: string) => {
    await page.goto(walk.server.origin + address)
    await page.locator('main h1').waitFor()
  }
  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name, exact: typeof name === 'string' })
  const seen = (text: string | RegExp) => page.getByText(text).first().waitFor()
  const dialog = () => page.getByRole('dialog')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  /** Checks the page with axe and for overflow. */
  const isSound = async () => {
    expect(await shown.watched.violations()).toEqual([])
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(beyond).toBeLessThanOrEqual(0)
  }
  const enterKey = async (text: string) => {
    await page.getByLabel('Admin key', { exact: true }).fill(text)
    await button('Enter').click()
  }

  it('the gate refuses a wrong key and opens for the right one, and the panel makes a user who can sign in', async () => {
    await open('/admin-login')
    expect(await button('Enter').getAttribute('aria-disabled')).toBe('true')
    await enterKey('ümlaut')
    await seen('Invalid key')
    await enterKey('wrong')
    await seen('Invalid admin key')
    await isSound()
    await enterKey(key)
    await seen('Access granted')
    await row('ada@example.com').waitFor()
    for (const head of ['Email', 'Role / Password', 'Status'])
      await page.getByRole('columnheader', { name: head }).waitFor()
    expect(await page.getByRole('link', { name: 'Home' }).last().getAttribute('href')).toBe('/')
    await button('Log out').waitFor()

    await button('Add User').click()
    expect(await button('Create User', dialog()).getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('Email').fill('new@example.com')
    expect(await button('Create User', dialog()).getAttribute('aria-disabled')).toBe('true')
    await dialog().locator('input[name="password"]').fill('short')
    await button('Create User', dialog()).click()
    await seen('Password must be at least 12 characters.')
    await dialog().locator('input[name="password"]').fill(password)
    expect(await dialog().locator('option').allTextContents()).toEqual(['owner', 'admin', 'staff', 'moderator', 'user'])
    await page.getByLabel('Role').selectOption('moderator')
    await isSound()
    await button('Create User', dialog()).click()
    await seen('User created')
    await dialog().waitFor({ state: 'detached' })
    expect(await row('new@example.com').textContent()).not.toContain(password)
    await button('Show password of new@example.com').click()
    expect(await row('new@example.com').textContent()).toContain(password)
    await isSound()

    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(kept).not.toContain(key)
    expect(kept).not.toContain(password)
    await page.reload()
    await page.getByLabel('Admin key', { exact: true }).waitFor()
    expect(await page.content()).not.toContain(password)
    const signedIn = await fetch(`${walk.server.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'new@example.com', password }),
    })
    expect(signedIn.status).toBe(200)
  })

  it('signed out, User Management shows no user and the way to the key; with the key it shows all', async () => {
    await open('/user-management')
    await seen("Failed to load users: You're not signed in.")
    await isSound()
    await page.getByRole('link', { name: 'enter the admin key' }).click()
    await enterKey(key)
    await seen('Access granted')
    await page.getByRole('link', { name: 'User Management' }).click()
    await row('ada@example.com').waitFor()
    await page.getByRole('heading', { name: /^All Users \(\d+\)$/ }).waitFor()
  })

  it('the owner changes role and permissions, and finds it in the history; no owner is deleted, nor the own account', async () => {
    await visit('owner')
    await open('/user-management')
    await page.getByRole('link', { name: 'Users', exact: true }).waitFor()
    for (const card of ['Total Users', 'Active Users', 'Admins', 'New Today']) await seen(card)
    for (const head of ['User', 'Role', 'Status', 'Permissions', 'Joined', 'Last Login', 'Actions']) {
      await page.getByRole('columnheader', { name: head, exact: true }).waitFor()
    }
    const own = row(walk.server.owner.email)
    await own.getByText('You', { exact: true }).waitFor()
    await button('Owner', own).waitFor()
    await row('grace@example.com').getByText('+2 more').waitFor()
    expect(await row('grace@example.com').textContent()).toMatch(/Never/)
    expect(await row('ada@example.com').textContent()).toMatch(/[A-Z][a-z]{2} \d{1,2}, \d{4}/)
    expect(await button('Delete boss@example.com').getAttribute('aria-disabled')).toBe('true')
    await button(`Delete ${walk.server.owner.email}`).click()
    await seen('Cannot Delete')
    await seen('You cannot delete your own account.')
    await isSound()

    await button('Edit grace@example.com').click()
    await dialog().getByText('Edit User Permissions').waitFor()
    await page.getByLabel('Role').selectOption('moderator')
    expect(await dialog().getByRole('checkbox', { checked: true }).count()).toBe(2)
    await dialog().getByLabel('Active User').uncheck()
    await isSound()
    await button('Save Changes', dialog()).click()
    await seen('User Updated')
    await row('grace@example.com').getByText('Inactive').waitFor()
    await button('Sessions and history of grace@example.com').click()
    await seen('role staff to moderator')
    await isSound()
    await button('Close', dialog()).last().click()
    await ownerCall(walk.server, 'PATCH', `/api/admin/users/${staff.id}`, { isActive: true })

    await page.getByLabel('Search users').fill('nobody at all')
    await seen('No users found')
    await seen('Try adjusting your search criteria.')
    await open('/activity-logs?tab=audit')
    await row('role staff to moderator').first().waitFor()
    await page.getByRole('searchbox', { name: 'Search the audit log' }).fill('STAFF TO moder')
    await expect.poll(() => row('account.create').count()).toBe(0)
    await row('role staff to moderator').first().waitFor()
    await page.getByRole('combobox', { name: 'When' }).selectOption('Last 24 hours')
    await button('Time').click()
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=audit&q=STAFF+TO+moder&when=day&sort=createdAt:asc')
    await row('role staff to moderator').first().waitFor()
    await isSound()
    await page.getByRole('searchbox', { name: 'Search the audit log' }).fill('no such change')
    await seen('No changes match these filters.')
    await button('Clear filters').click()
    await row('account.create').first().waitFor()
  })

  it('a user with permissions gives only those, and is shown why the others are locked', async () => {
    const permissions = ['manage_users', 'manage_permissions']
    await ownerCall(walk.server, 'PATCH', `/api/admin/users/${staff.id}`, { role: 'staff', permissions })
    await open('/login?next=%2Fuser-management')
    await page.getByLabel('Email').fill('grace@example.com')
    await page.locator('input[name="password"]').fill(password)
    await button('Sign In').click()
    await row('ada@example.com').waitFor()
    expect(await button('Edit boss@example.com').getAttribute('aria-disabled')).toBe('true')
    await button('Edit new@example.com').click()
    await dialog().getByText('Edit User Permissions').waitFor()
    expect(await dialog().locator('option').allTextContents()).toEqual(['staff', 'moderator', 'user'])
    const locked = dialog().getByRole('checkbox', { name: 'edit_code' })
    expect(await locked.isDisabled()).toBe(true)
    await dialog()
      .getByText("Use the code editor and system files. You can't grant it, because you don't have it.")
      .waitFor()
    await isSound()
  })

  it('an invite link lets its user choose the password once; deleting the user passes the applications on', async () => {
    await visit('owner', widths.narrow)
    await open('/user-management')
    await button('Create User').click()
    await page.getByLabel('Email').fill('invited@example.com')
    await button('Invite link', dialog()).click()
    await button('Create User', dialog()).click()
    await dialog().getByText('Works once').waitFor()
    await isSound()
    const link = (await dialog().locator('code').textContent()) ?? ''
    await visit(undefined, widths.narrow)
    await page.goto(link)
    await page.getByLabel('First Name (Optional)').fill('Ivy')
    expect(page.url()).not.toContain('token')
    await page.locator('input[name="password"]').fill(password)
    await isSound()
    await button('Set Password and Sign In').click()
    await seen('Welcome back!')
    const makeApplication = async () => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ name: 'Of Ivy' })
      return (await fetch('/api/applications', { method: 'POST', headers, body })).status
    }
    expect(await page.evaluate(makeApplication)).toBe(200)
    await visit(undefined)
    await page.goto(link)
    await seen(/This link has expired or was used/)

    await ownerCall(walk.server, 'POST', '/api/blacklist', { type: 'username', value: 'mallory' })
    await visit('owner', widths.narrow)
    await open('/user-management?q=ivy')
    await button('Delete invited@example.com').click()
    await page.getByRole('alertdialog').getByText('This action cannot be undone').waitFor()
    await seen('1 application with its users, licenses, messages and blacklist transfers to you. Clients keep working')
    await seen('1 entry of your account-wide blacklist will apply too.')
    await isSound()
    await button('Delete User', page.getByRole('alertdialog')).click()
    await seen('User Deleted')
    await seen('Try adjusting your search criteria.')
  })

  it('the identity provider signs in whom it vouches for, and no other', async () => {
    await open('/login')
    await open('/firebase-login')
    await page.getByLabel('Email').fill('ada@example.com')
    await page.locator('input[name="password"]').fill('wrong')
    await button('Sign In').click()
    await seen('Invalid email or password')
    await page.getByLabel('Email').fill('stranger@example.com')
    await page.locator('input[name="password"]').fill(idPassword)
    await button('Sign In').click()
    await seen('Failed to create session')
    await isSound()
    await page.getByLabel('Email').fill('ada@example.com')
    await button('Sign In').click()
    await seen('Welcome back!')
    await seen('ada@example.com')
  })
})
