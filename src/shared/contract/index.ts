import { accountRoutes } from './accounts.ts'
import { activityRoutes } from './activity.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { appUserRoutes } from './app-users.ts'
import { applicationRoutes } from './applications.ts'
import { auditRoutes } from './audit.ts'
import { banEverywhereRoutes } from './ban-everywhere.ts'
import { blacklistRoutes } from './blacklist.ts'
import { bulkRoutes } from './bulk.ts'
import { clientRoutes } from './client-api.ts'
import { codeTemplateRoutes } from './code-templates.ts'
import { customMessageRoutes } from './custom-messages.ts'
import { deviceRoutes } from './devices.ts'
import { identityRoutes } from './identity.ts'
import { importRoutes } from './imports.ts'
import { licensePresetRoutes } from './license-presets.ts'
import { licenseRoutes } from './licenses.ts'
import { mailRoutes } from './mail.ts'
import { offlineLicenseRoutes } from './offline-licenses.ts'
import { ownAccountRoutes } from './own-account.ts'
import { passwordLinkRoutes } from './password-links.ts'
import { portalRoutes } from './portal.ts'
import { portalLogoRoutes } from './portal-logo.ts'
import { savedViewRoutes } from './saved-views.ts'
import { searchRoutes } from './search.ts'
import { shopRoutes } from './shops.ts'
import { signInRoutes, signInStepRoutes } from './sign-in.ts'
import { signingKeyRoutes } from './signing-keys.ts'
import { statsRoutes } from './stats.ts'
import { systemRoutes } from './system.ts'
import { systemBackupRoutes } from './system-backups.ts'
import { teamRoutes } from './team.ts'
import { userInspectionRoutes } from './user-inspection.ts'
import { webhookRoutes } from './webhooks.ts'

/** Every call of the product by 'METHOD /path', exactly as the specification writes it. */
export const contract = {
  ...signInRoutes,
  ...signInStepRoutes,
  ...ownAccountRoutes,
  ...savedViewRoutes,
  ...identityRoutes,
  ...accountRoutes,
  ...auditRoutes,
  ...systemRoutes,
  ...systemBackupRoutes,
  ...applicationRoutes,
  ...teamRoutes,
  ...signingKeyRoutes,
  ...apiKeyRoutes,
  ...deviceRoutes,
  ...passwordLinkRoutes,
  ...appUserRoutes,
  ...userInspectionRoutes,
  ...bulkRoutes,
  ...importRoutes,
  ...licenseRoutes,
  ...licensePresetRoutes,
  ...offlineLicenseRoutes,
  ...shopRoutes,
  ...mailRoutes,
  ...activityRoutes,
  ...statsRoutes,
  ...blacklistRoutes,
  ...banEverywhereRoutes,
  ...webhookRoutes,
  ...searchRoutes,
  ...customMessageRoutes,
  ...codeTemplateRoutes,
  ...portalLogoRoutes,
  ...portalRoutes,
  ...clientRoutes,
}

/** The contract as a type: what the web client and the tests are keyed by. */
export type Api = typeof contract
