import { readFileSync } from 'node:fs'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { outcomes } from '../../src/shared/outcomes.ts'
import {
  renderQuickstart,
  renderSample,
  type SampleLanguage,
  type SampleValues,
  sampleLanguages,
} from '../../src/shared/render-sample.ts'
import { hasBrowser } from '../harness/browser.ts'
import { replacedWindow, useApplication, useServerAndBrowser } from './open-walk.ts'
import { loadedPictures } from './page-actions.ts'
import { docsTabs, integrationTabs, shipped, shippedQuickstart } from './shipped-samples.ts'
import { newApplicationOfSofia, openSignedIn, ownerCall, widths } from './walk-fixtures.ts'
import { findHorizontalOverflow } from './watched-page.ts'

interface Keys {
  readonly issuer: string
  readonly current: { readonly publicKey: string }
  readonly next: { readonly publicKey: string }
}

/** Pages of code as a maker reads them: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('the pages of code and documentation', { timeout: 240_000 }, () => {
  const walk = useServerAndBrowser()
  const shown = replacedWindow(walk)
  const { ui } = shown
  const app = useApplication(walk, newApplicationOfSofia)
  let values: SampleValues

  beforeAll(async () => {
    const keys = await ownerCall<Keys>(walk.server, 'GET', `/api/applications/${app.id}/signing-keys`)
    values = {
      API_KEY: app.apiKey,
      APP_VERSION: '1.0',
      ORIGIN: walk.server.origin,
      HWID_SALT: `keywright-app-${app.id}`,
      PUBLIC_KEY: keys.current.publicKey,
      NEXT_PUBLIC_KEY: keys.next.publicKey,
    }
    await shown.openIn(await openSignedIn(walk.browser, walk.server))
  })
  afterEach(() => expect(shown.watched.problems).toEqual([]))

  const tab = (name: string) => shown.page.getByRole('tab', { name, exact: true })
  const shownCode = async (language: SampleLanguage) => {
    const code = shown.page.locator(`[data-sample="${language}"] pre`)
    await code.waitFor({ timeout: 30_000 })
    return code.evaluate((element) => element.textContent)
  }
  const fine = async () => {
    expect(await shown.watched.violations()).toEqual([])
    expect(await findHorizontalOverflow(shown.page)).toEqual([])
  }
  const signedInAs = async (role: string, permissions: readonly string[] = []) => {
    const email = `${role}${permissions.length}@example.com`
    const password = 'a long enough password'
    const { id } = await ownerCall<{ id: string }>(walk.server, 'POST', '/api/admin/users', { email, password, role })
    if (permissions.length > 0) await ownerCall(walk.server, 'PATCH', `/api/admin/users/${id}`, { permissions })
    const answer = await fetch(`${walk.server.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: walk.server.origin },
      body: JSON.stringify({ email, password }),
    })
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    await shown.openIn(await openSignedIn(walk.browser, { ...walk.server, owner: { ...walk.server.owner, cookie } }))
  }

  it('show in the tabs of Integration Examples the shipped files, rendered, letter by letter', async () => {
    await ui.open('/integration')
    await ui.seen(`${walk.server.origin}/api/v1`)
    for (const [name, language] of Object.entries(integrationTabs)) {
      await tab(name).click()
      expect(await shownCode(language), name).toBe(renderSample(shipped(language), language, values))
    }
    expect(await shown.page.getByRole('tab').allInnerTexts()).toEqual(Object.keys(integrationTabs))
    const names = await shown.page
      .locator('[data-sample] [data-placeholder]')
      .evaluateAll((spans) => spans.map((span) => span.getAttribute('data-placeholder')))
    expect(names).toEqual(expect.arrayContaining(Object.keys(values)))
    expect(new Set(names).size).toBe(names.length)
    await tab('C++').click()
    await shownCode('cpp')
    // before the toasts: one that goes while a thousand lines are looked at makes that begin again
    await fine()
    await ui.press('Copy Code')
    for (const text of ['Copied', 'Code copied to clipboard']) await ui.seen(text)
    expect(await shown.page.evaluate(() => navigator.clipboard.readText())).toBe(
      renderSample(shipped('cpp'), 'cpp', values),
    )
    const [download] = await Promise.all([shown.page.waitForEvent('download'), ui.press('Download .zip')])
    expect(download.suggestedFilename()).toBe('client.zip')
    const files = unzipSync(readFileSync(await download.path()))
    const text = Object.entries(files).map(([file, bytes]) => [file, strFromU8(bytes)])
    expect(text).toEqual([['client.cpp', renderSample(shipped('cpp'), 'cpp', values)]])
    expect(shown.page.url()).not.toContain(app.apiKey)
  })

  it('show in the tabs of the documentation the same', async () => {
    await ui.open('/docs')
    for (const [name, language] of Object.entries(docsTabs)) {
      await tab(name).click()
      expect(await shownCode(language), name).toBe(renderSample(shipped(language), language, values))
      const windows = await loadedPictures(shown.page.locator('#integration-examples img'))
      expect(windows, name).toBe(['csharp', 'python'].includes(language) ? 2 : 0)
      const quickstart = shippedQuickstart(language)
      if (quickstart !== undefined) {
        const block = shown.page.getByRole('region', { name: quickstart.file, exact: true })
        const text = await block.evaluate((element) => element.textContent)
        expect(text, name).toBe(renderQuickstart(quickstart.text, language, values))
      }
      // the reader stays where he is
      expect(await shown.page.evaluate(() => scrollY)).toBeGreaterThan(0)
    }
    const languages = shown.page.getByRole('tablist', { name: 'Language' }).getByRole('tab')
    expect(await languages.allInnerTexts()).toEqual(Object.keys(docsTabs))
    expect(Object.values(docsTabs).toSorted()).toEqual(sampleLanguages.toSorted())
  })

  it('change a template for everybody, refuse one that lost a placeholder, and bring the shipped text back', async () => {
    const { open, press, seen, dialog } = ui
    await open('/code-templates')
    await shown.page.getByLabel('Language', { exact: true }).selectOption('node')
    expect(await shownCode('node')).toBe(renderSample(shipped('node'), 'node', values))
    await press('Edit Template')
    const field = dialog().getByRole('textbox', { name: 'Template for Node.js' })
    await field.focus()
    await shown.page.keyboard.press('Control+Home')
    await shown.page.keyboard.type("// 'YOUR_API_KEY'\n")
    await press('Save Template', dialog())
    await seen("The sample must hold 'YOUR_API_KEY' exactly once")
    await fine()
    await shown.page.keyboard.press('Escape')
    await press('Discard', ui.confirmation())
    await press('Edit Template')
    await field.focus()
    await shown.page.keyboard.press('Control+Home')
    await shown.page.keyboard.type('// ours now\n')
    await press('Save Template', dialog())
    await seen('Code template updated successfully')
    await seen('edited, not tested')
    expect(await shownCode('node')).toBe(`// ours now\n${renderSample(shipped('node'), 'node', values)}`)

    await open('/integration')
    await tab('Node.js').click()
    await seen('edited, not tested')
    expect(await shown.page.getByRole('textbox', { name: 'Template for Node.js' }).count()).toBe(0)
    await press('Edit Code')
    await shown.page.getByRole('textbox', { name: 'Template for Node.js' }).waitFor()
    await fine()
    await press('Cancel')
    await press('Restore')
    await press('Restore', ui.confirmation())
    await seen('Shipped text restored')
    await shown.page.getByText('edited, not tested').waitFor({ state: 'detached' })
    expect(await shownCode('node')).toBe(renderSample(shipped('node'), 'node', values))
  })

  it('hold the documentation’s chapters, its errors from the table of answers, and a search that finds them', async () => {
    const { open, press, seen } = ui
    await open('/docs')
    expect(await shown.page.getByRole('link', { name: 'Back to Dashboard' }).getAttribute('href')).toBe('/')
    expect(await shown.page.getByRole('link', { name: 'Logout' }).getAttribute('href')).toBe('/api/logout')
    expect(await shown.page.locator('#quick-start h3').allInnerTexts()).toHaveLength(3)
    for (const name of ['Register User', 'User Login', 'Verify Session']) {
      await tab(name).click()
      await shown.page.getByText(`X-API-Key: ${app.apiKey}`).filter({ visible: true }).waitFor()
    }
    for (const name of ['HWID Locking', 'Version Control', 'Blacklist System', 'Activity Logs']) await tab(name).click()
    expect(await shown.page.locator('#errors h3').allInnerTexts()).toEqual([
      'Authentication',
      'Security',
      'API',
      'Success',
    ])
    const errors = (await shown.page.locator('#errors').textContent()) ?? ''
    for (const { code, title, message } of Object.values(outcomes)) {
      for (const text of [code, title, message]) expect(errors).toContain(text)
    }
    await shown.page.getByRole('searchbox', { name: 'Search documentation' }).fill('hwid_mismatch')
    await shown.page
      .getByRole('list', { name: 'Search results' })
      .getByRole('link', { name: /Error Messages/ })
      .click()
    await shown.page.waitForURL(/#errors$/)
    await press('Copy page as Markdown')
    await seen('Copied to clipboard')
    const markdown = await shown.page.evaluate(() => navigator.clipboard.readText())
    for (const part of ['# Documentation', '## Quick Start', '`username_taken`', '```\n'])
      expect(markdown).toContain(part)
    expect(await shown.page.locator('.starfield').getAttribute('aria-hidden')).toBe('true')
  })

  it('show the Code Editor with its files, permissions and texts, and keep what is saved in this browser', async () => {
    const { open, press, seen } = ui
    await open('/code-editor')
    for (const text of [
      'Site Owner',
      'Your Permissions',
      'authentication',
      'permissions',
      'api-routes',
      'typescript',
    ]) {
      await seen(text)
    }
    for (const text of ['Code Editing', 'User Management', 'Enabled', 'access_admin_panel', 'Last modified: '])
      await seen(text)
    await seen('Changes are saved in this browser only.')
    const field = shown.page.getByRole('textbox', { name: 'Content of authentication' })
    await field.focus()
    await shown.page.keyboard.press('Control+Home')
    await shown.page.keyboard.type('// mine\n')
    expect(await field.inputValue()).toMatch(/^\/\/ mine\n\/\/ How a login/)
    const calls: string[] = []
    shown.page.on('request', (request) => request.method() !== 'GET' && calls.push(request.url()))
    // the busy text is shown for less than half a second: the page's clock stands until it was seen
    const { clock } = shown.page
    await clock.install()
    await clock.pauseAt(Date.now() + 60_000)
    await press('Save')
    await seen('Saving...')
    await clock.resume()
    await seen('File Saved')
    expect(calls).toEqual([])
    await ui.load('/code-editor')
    await seen('// mine')
    await fine()
  })

  it('refuse the Code Editor without the permission, and only show its files to who may look at all data', async () => {
    await signedInAs('user')
    await ui.open('/code-editor')
    await ui.seen("You don't have permission to access the code editor.")
    await ui.seen('This feature is restricted to users with code editing privileges.')
    await ui.seen('Disabled')
    expect(await shown.page.getByRole('link', { name: 'Code Editor' }).count()).toBe(0)
    await ui.open('/integration')
    await ui.seen('No applications yet')
    expect(await shownCode('csharp')).toBe(renderSample(shipped('csharp'), 'csharp', { ORIGIN: walk.server.origin }))
    expect(await ui.button('Edit Code').count()).toBe(0)
    await fine()
    await signedInAs('staff')
    await ui.open('/code-editor')
    await ui.seen('Read-only mode. You need code editing permissions to modify this file.')
    await ui.seen('locked')
    expect(await ui.button('Save').count()).toBe(0)
    await signedInAs('user', ['edit_code'])
    await ui.open('/')
    await shown.page.getByRole('link', { name: 'Code Editor' }).click()
    await ui.seen('Changes are saved in this browser only.')
  })

  it('are reached from the bar, the settings menu and the dashboard', async () => {
    await shown.openIn(await openSignedIn(walk.browser, walk.server))
    await ui.open('/')
    expect(await shown.page.getByRole('link', { name: 'Docs' }).count()).toBe(1)
    await shown.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Code', exact: true }).click()
    await shown.page.getByRole('heading', { level: 1, name: 'Integration Examples' }).waitFor()
    await ui.press('Settings')
    await shown.page.getByRole('menuitem', { name: 'Integration Examples' }).waitFor()
  })

  it.each(['wide', 'narrow'] as const)(
    'are without fault on %s screens, the documentation dark and light',
    async (width) => {
      await shown.openIn(await openSignedIn(walk.browser, walk.server, widths[width]))
      for (const path of ['/integration', '/code-templates', '/code-editor']) {
        await ui.open(path)
        await shown.page.locator('[data-sample], textarea').first().waitFor()
        await fine()
      }
      await ui.open('/docs')
      await shown.page.locator('#guide').scrollIntoViewIfNeeded()
      await fine()
      await ui.press('Switch to light theme')
      expect(
        await shown.page.evaluate(() => [localStorage.getItem('docs-theme'), localStorage.getItem('theme')]),
      ).toEqual(['light', 'dark'])
      await fine()
      await ui.open('/docs')
      await ui.button('Switch to dark theme').waitFor()
      await shown.page.getByRole('link', { name: 'Back to Dashboard' }).click()
      await shown.page.getByRole('heading', { name: 'Welcome back!' }).waitFor()
      expect(await shown.page.evaluate(() => document.documentElement.classList.contains('light'))).toBe(false)
    },
  )
})
