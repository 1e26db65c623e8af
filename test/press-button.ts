import type { Page } from 'playwright-core'

/** Presses the first button of that name: `act: press('Settings')`. */
export const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
