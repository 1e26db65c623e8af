import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { maskApiKey } from '../../src/shared/api-key-mask.ts'
import { hasBrowser } from '../harness/browser.ts'
import { useApplicationWalk } from './open-walk.ts'
import { newApplication, ownerCall } from './walk-fixtures.ts'
import { findFaultsAtBothWidths } from './watched-page.ts'

/** Secrets on the screen: a real browser, the built pages, the real server. */
describe.skipIf(!hasBrowser)('a secret', () => {
  const walk = useApplicationWalk((server) => newApplication(server, 'Secret App'))
  const { ui, application } = walk

  const uses = async () => {
    const rows = await ownerCall<{ action: string; subject: string }[]>(walk.server, 'GET', '/api/audit')
    return rows
      .filter(({ action, subject }) => action.startsWith('api_key.') && subject === `application ${application.id}`)
      .map(({ action }) => action)
  }
  /** What the audit log gains by the action. */
  const noted = async (act: () => Promise<unknown>) => {
    const before = (await uses()).length
    await act()
    await expect.poll(async () => (await uses()).length).toBe(before + 1)
    return (await uses()).at(0)
  }
  const copied = () => walk.page.evaluate(() => navigator.clipboard.readText())
  const copyIn = (place: Locator, name: string) => place.getByRole('button', { name, exact: true }).click()

  it('such as the API key is masked wherever a command has it, and copied whole; each look and copy is noted', async () => {
    const { apiKey } = application
    for (const address of ['', '?section=api-config']) {
      await ui.open(`/app/${application.id}${address}`)
      const command = walk.page.getByRole('figure').filter({ hasText: 'curl -X POST' })
      await command.getByText(`X-API-Key: ${maskApiKey(apiKey)}`).waitFor()
      expect(await walk.page.content()).not.toContain(apiKey)
      expect(await findFaultsAtBothWidths(walk.watched)).toEqual([])
      expect(await noted(() => copyIn(command, 'Copy curl'))).toBe('api_key.copy')
      expect(await copied()).toContain(`X-API-Key: ${apiKey}`)
    }
    const places = [
      ['/', ' of Secret App'],
      [`/app/${application.id}?section=api-config`, ''],
      [`/integration?app=${application.id}`, ''],
    ] as const
    for (const [address, of] of places) {
      await ui.open(address)
      expect(await noted(() => ui.press(`Show API key${of}`))).toBe('api_key.reveal')
      await ui.seen(apiKey)
      await walk.page.evaluate(() => navigator.clipboard.writeText(''))
      expect(await noted(() => ui.press(`Copy API key${of}`))).toBe('api_key.copy')
      expect(await copied()).toBe(apiKey)
    }
  })

  it('of a webhook that is shown once is closed by Done alone', async () => {
    await ui.open(`/app/${application.id}?section=webhooks&dialog=add-webhook`)
    await ui.field('URL').fill('https://example.com/hook')
    await ui.press('Create Webhook', ui.dialog())
    const secret = walk.page.getByRole('dialog', { name: 'Signing Secret' })
    await secret.waitFor()
    await walk.page.mouse.click(5, 5)
    await walk.page.keyboard.press('Escape')
    expect(await ui.button('Close', secret).count()).toBe(0)
    expect(await findFaultsAtBothWidths(walk.watched)).toEqual([])
    await walk.page.mouse.click(5, 300)
    await ui.press('Copy signing secret', secret)
    expect(await copied()).toMatch(/^whsec_/)
    await ui.press('Done', secret)
    await ui.gone(secret)
  })
})
