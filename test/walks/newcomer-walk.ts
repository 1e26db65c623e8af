import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'

const run = promisify(execFile)

export interface Newcomer {
  /** The user's actions after `npm start`. */
  readonly actions: readonly string[]
  readonly page: Page
  readonly apiKey: string
  readonly applicationId: number
  readonly username: string
  readonly password: string
}

/** The one-time link as the server printed it. */
export function setupUrlIn(output: string): string {
  const url = /(https?:\/\/\S+\/setup#token=\S+)/.exec(output)?.[1]
  if (url === undefined) throw new Error(`the server printed no setup link:\n${output}`)
  return url
}

/**
 * A newcomer's way from the printed link to the first login, in a real browser and a real shell. An action is what a
 * person would call one step: fill in a form, copy a line, paste it. The page stays open on the application.
 */
export async function walkAsNewcomer(browser: Browser, setupUrl: string): Promise<Newcomer> {
  const actions: string[] = []
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const username = 'lena'
  const password = "quiet harbor '42'"

  actions.push('open the printed link and create the owner account')
  await page.goto(setupUrl)
  await page.getByLabel('Email').fill('maker@example.com')
  await page.getByLabel('Password', { exact: true }).fill('plum orbit candle seven')
  await page.getByRole('button', { name: 'Create Owner Account' }).click()

  actions.push('name the application')
  await page.getByLabel('Application Name').fill('My Game App')
  await page.getByRole('button', { name: 'Create Application' }).click()
  await page.getByText('Waiting for the first login…', { exact: true }).first().waitFor()

  actions.push('add a user')
  await page.getByRole('button', { name: 'Add User' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByLabel('Password', { exact: false }).first().fill(password)
  await dialog.getByRole('button', { name: 'Add User' }).click()
  await page.getByText('User created successfully', { exact: true }).first().waitFor()

  actions.push('copy the shown line')
  await page.getByText(username).first().waitFor()
  await page.getByRole('button', { name: 'Copy curl' }).click()
  await page.getByText('Code copied to clipboard', { exact: true }).first().waitFor()
  const line = await page.evaluate<string>('navigator.clipboard.readText()')

  actions.push('paste it into a terminal')
  const { stdout } = await run('bash', ['-c', line])
  const answer = JSON.parse(stdout) as { success: boolean }
  if (!answer.success) throw new Error(`the pasted line was refused: ${stdout}`)
  await page.getByText('Your software is connected', { exact: true }).first().waitFor()

  const apiKey = /ak_[0-9A-Za-z]{49}/.exec(line)?.[0] ?? ''
  const applicationId = Number(/\/app\/(\d+)/.exec(page.url())?.[1])
  return { actions, page, apiKey, applicationId, username, password }
}
