import type { Page } from 'playwright-core'

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
export const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()
const menu = async (page: Page, name: string, entry: string) => {
  await press(page, `Actions for ${name}`)
  await page.getByRole('menuitem', { name: entry, exact: true }).click()
}
export const enterKey = async (page: Page) => {
  await page.getByLabel('Admin key', { exact: true }).fill('some-key')
  await press(page, 'Enter')
}
export const signIn = async (page: Page) => {
  await page.getByLabel('Email').fill('owner@example.com')
  await page.locator('input[name="password"]').fill('some password')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}
export const createApplication = async (page: Page) => {
  await page.getByLabel('Application Name').fill('Another')
  await inDialog(page, 'Create Application')
}
export const deleteApplication = async (page: Page) => {
  await press(page, 'Delete Empty App')
  await confirm(page, 'Delete Application')
}
export const addAccount = async (page: Page) => {
  await press(page, /^Continue as/)
  await press(page, 'Add User')
  await page.getByRole('dialog').getByLabel('Email').fill('new@example.com')
  await page.locator('input[name="password"]').fill('plenty of letters here')
  await inDialog(page, 'Create User')
}
export const addUser = async (page: Page) => {
  await page.getByRole('dialog').getByLabel('Username').fill('another')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill('pw123456')
  await inDialog(page, 'Add User')
}
export const removeUser = async (page: Page) => {
  await menu(page, 'user_000', 'Delete')
  await confirm(page, 'Delete User')
}
export const editAccount = async (page: Page) => {
  await press(page, 'Edit staff@example.com')
  await page.getByRole('dialog').getByLabel('Active User').uncheck()
  await inDialog(page, 'Save Changes')
}
export const removeAccount = async (page: Page) => {
  await press(page, 'Delete staff@example.com')
  await confirm(page, 'Delete User')
}
export const customKey = async (page: Page) => {
  await page.getByRole('dialog').getByLabel('License Key').fill('ANY-KEY')
  await inDialog(page, 'Create Custom Key')
}
export const askToDeleteKey = async (page: Page) => {
  await press(page, /^Actions for KW-/)
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click()
}
export const deleteKey = (title: string) => async (page: Page) => {
  await askToDeleteKey(page)
  await confirm(page, title)
}
export const rename = async (page: Page) => {
  await page.getByRole('dialog').getByLabel('Name').fill('Renamed')
  await inDialog(page, 'Save Changes')
}
export const typeMessage = (button: string) => async (page: Page) => {
  await page.getByRole('textbox', { name: 'Login Failed', exact: true }).fill('No.')
  await page.getByRole('button', { name: button, exact: true }).click()
}
export const addWebhook = async (page: Page) => {
  await page.getByRole('dialog').getByLabel('URL').fill('https://example.com/hook')
  await inDialog(page, 'Create Webhook')
}
export const addEntry = async (page: Page) => {
  if ((await page.getByRole('dialog').count()) === 0)
    await page.getByRole('button', { name: 'Add', exact: true }).first().click()
  await page.getByRole('dialog').getByLabel('Data').fill('203.0.113.7')
  await inDialog(page, 'Add')
}
