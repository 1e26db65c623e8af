import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'

const run = promisify(execFile)

export interface NewcomerResult {
  /** What a person did after `npm start`, one entry each. */
  readonly actions: readonly string[]
  readonly apiKey: string
  readonly applicationId: number
  readonly username: string
  readonly password: string
}

/**
 * A newcomer's way from the printed setup link to the first login, in a real browser and a real shell. An action is
 * what a person would call one step: open a link and fill in a form, or paste a line.
 */
export async function walkAsNewcomer(page: Page, setupUrl: string): Promise<NewcomerResult> {
  const actions: string[] = []

  actions.push('open the printed link and create the owner account')
  await page.goto(setupUrl)
  await page.getByLabel('Email').fill('maker@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill('plum orbit candle seven')
  await page.getByRole('button', { name: 'Create Owner Account' }).click()

  actions.push('name the application')
  await page.getByLabel('Application Name').fill('My Game App')
  await page.getByRole('button', { name: 'Create Application' }).click()
  await page.waitForURL(/\/app\/\d+/)
  const applicationId = Number(/\/app\/(\d+)/.exec(page.url())?.[1])

  actions.push('add a user')
  const username = 'lena'
  const password = 'quiet harbor 42'
  await page.getByRole('link', { name: /Users/ }).first().click()
  await page.getByRole('button', { name: 'Add User' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Username').fill(username)
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
  await dialog.getByRole('button', { name: 'Add User' }).click()
  await page.getByText('User created successfully').waitFor()

  actions.push('copy the shown line')
  await page.getByRole('link', { name: 'Overview' }).first().click()
  const line = await page.getByTestId('first-login-curl').innerText()

  actions.push('paste it into a terminal')
  const { stdout } = await run('bash', ['-c', line.replace('PASSWORD', password).replace('USERNAME', username)])
  const answer = JSON.parse(stdout) as { success: boolean; message: string }
  if (!answer.success) throw new Error(`the pasted line was refused: ${stdout}`)
  await page.getByText('First login').waitFor()

  const apiKey = /ak_[0-9A-Za-z]{49}/.exec(line)?.[0] ?? ''
  return { actions, apiKey, applicationId, username, password }
}
