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
  '/app/:id/settings/team',
  '/custom-messages',
  '/webhooks',
  '/blacklist',
  '/activity-logs',
  '/integration',
  '/code-templates',
  '/code-editor',
  '/docs',
] as const

const patterns = pages.map((page) => new RegExp(`^${page.replaceAll(':id', '[1-9]\\d{0,14}')}/?$`))

export function isPage(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
