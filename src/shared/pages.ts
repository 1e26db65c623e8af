/** Paths that have a screen; every other path gets the 404 page with status 404. */
export const pages = [
  '/',
  '/login',
  '/setup',
  '/admin-login',
  '/user-management',
  '/firebase-login',
  '/invite',
  '/reset-password',
  '/account',
  '/dashboard',
  '/app/:id',
  '/applications/:id',
  '/app/:id/licenses',
  '/app/:id/selling',
  '/app/:id/settings/:part',
  '/custom-messages',
  '/webhooks',
  '/blacklist',
  '/activity-logs',
  '/integration',
  '/code-templates',
  '/code-editor',
  '/system',
  '/docs',
] as const

const addressesWith = (id: string) =>
  pages.map((page) => new RegExp(`^${page.replaceAll(':id', id).replaceAll(':part', '[^/]+')}/?$`))
const patterns = addressesWith('[1-9]\\d{0,14}')
const screens = addressesWith('[^/]+')

/** Whether the web has a screen for it: also for an ID that no application can have, of which the screen says so. */
export function hasScreen(path: string): boolean {
  return screens.some((screen) => screen.test(path))
}

export function isPage(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
