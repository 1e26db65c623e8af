import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleProgram, startConsole } from '../../clients/test/build-sample.ts'
import { hasBrowser } from '../harness/browser.ts'
import { type Newcomer, setupUrlIn, walkAsNewcomer } from './newcomer-walk.ts'
import { useServerAndBrowser } from './open-walk.ts'

/** The product's main job, with a real server, a real browser and the real sample program. */
describe.skipIf(!hasBrowser)('the main job', () => {
  let newcomer: Newcomer
  let program: ConsoleProgram
  let startedAtMs = 0

  beforeAll(() => {
    startedAtMs = performance.now()
  })
  const walk = useServerAndBrowser({ hasOwner: false })
  afterAll(() => program?.stop())

  it('takes a newcomer at most five actions from the start to the first login, and no file', async () => {
    newcomer = await walkAsNewcomer(walk.browser, setupUrlIn(walk.server.output()))
    const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
    process.stdout.write(
      `newcomer: ${newcomer.actions.length} actions, ${seconds} s from the start of the server to the first login\n`,
    )
    expect(newcomer.actions.length).toBeLessThanOrEqual(5)
    expect(newcomer.apiKey).not.toBe('')
  })

  it('shows the session of the sample program live, without a reload', async () => {
    const { page, apiKey, applicationId } = newcomer
    expect(await statOf(newcomer, 'Live Sessions')).toBe('0')
    await releaseMachine(newcomer)
    program = await startConsole({
      language: 'node',
      values: {
        API_KEY: apiKey,
        APP_VERSION: '1.0',
        ORIGIN: walk.server.origin,
        HWID_SALT: `keywright-app-${applicationId}`,
        HEARTBEAT_SECONDS: 1,
        VERIFY_SECONDS: 300,
        MAX_VERIFY_FAILURES: 3,
        HTTP_TIMEOUT_SECONDS: 20,
        RETRY_SECONDS: 1,
      },
    })
    program.type(newcomer.username, newcomer.password)
    await program.shows('Login successful! Welcome back.')
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await expect.poll(() => statOf(newcomer, 'Live Sessions')).toBe('1')
  })

  it('refuses the next heartbeat of a user banned in the browser, and the program ends as specified', async () => {
    const { page, username } = newcomer
    await page
      .getByRole('link', { name: /^Users\s*\d/ })
      .first()
      .click()
    await page.getByRole('button', { name: `Actions for ${username}` }).click()
    await page.getByRole('menuitem', { name: 'Ban', exact: true }).click()
    await page.getByRole('button', { name: 'Ban User', exact: true }).click()
    await page.getByText('User banned successfully', { exact: true }).first().waitFor()
    await program.shows('Your session has expired. Please login again.')
    await program.shows('Your account has been disabled. Please contact support.')
    await page.getByRole('link', { name: 'Overview' }).first().click()
    await expect.poll(() => statOf(newcomer, 'Live Sessions')).toBe('0')
    await page
      .getByRole('link', { name: /^Activity/ })
      .first()
      .click()
    await page.getByRole('table').getByText('session_end').first().waitFor()
  })
})

/** The pasted line bound the user to its made-up machine; the program runs on this one. */
async function releaseMachine({ page, username }: Newcomer): Promise<void> {
  await page
    .getByRole('link', { name: /^Users\s*\d/ })
    .first()
    .click()
  await page.getByRole('button', { name: `Actions for ${username}` }).click()
  await page.getByRole('menuitem', { name: 'Reset HWID' }).click()
  await page.getByText('HWID reset successfully', { exact: true }).first().waitFor()
}

/** The figure of a card on the Overview. */
function statOf({ page }: Newcomer, label: string): Promise<string | null> {
  return page.locator('dl', { hasText: label }).locator('dd').first().textContent()
}
