import { activityRoutes } from './activity.ts'
import { appUserRoutes } from './app-users.ts'
import { applicationRoutes } from './applications.ts'
import { blacklistRoutes } from './blacklist.ts'
import { clientRoutes } from './client-api.ts'
import { customMessageRoutes } from './custom-messages.ts'
import { licenseRoutes } from './licenses.ts'
import { signInRoutes } from './sign-in.ts'
import { webhookRoutes } from './webhooks.ts'

/** Every call of the product by 'METHOD /path', exactly as the specification writes it. */
export const contract = {
  ...signInRoutes,
  ...applicationRoutes,
  ...appUserRoutes,
  ...licenseRoutes,
  ...activityRoutes,
  ...blacklistRoutes,
  ...webhookRoutes,
  ...customMessageRoutes,
  ...clientRoutes,
}

/** The contract as a type: what the web client and the tests are keyed by. */
export type Api = typeof contract
