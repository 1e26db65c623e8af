import type { Migration } from '../dialect.ts'
import { initial } from './0001-initial.ts'
import { webhooks } from './0002-webhooks.ts'
import { accountSecurity } from './0003-account-security.ts'
import { userAdministration } from './0004-user-administration.ts'
import { signingKeys } from './0005-signing-keys.ts'
import { activityVolume } from './0006-activity-volume.ts'
import { codeTemplates } from './0007-code-templates.ts'
import { administration } from './0008-administration.ts'
import { blacklistHits } from './0009-blacklist-hits.ts'
import { usersInOrder } from './0010-users-in-order.ts'
import { deliveriesAppended } from './0011-deliveries-appended.ts'
import { messagesOnce } from './0012-messages-once.ts'
import { audienceWithEvent } from './0013-audience-with-event.ts'
import { provedSessions } from './0014-proved-sessions.ts'
import { hashCounts } from './0015-hash-counts.ts'
import { knownDevices } from './0017-known-devices.ts'
import { licensesInOrder } from './0018-licenses-in-order.ts'
import { undoInTurns } from './0020-undo-in-turns.ts'
import { licensesInUse } from './0021-licenses-in-use.ts'
import { changesResumed } from './0022-changes-resumed.ts'
import { expiryHours, oneIndexOfLicenses } from './0023-expiry-hours.ts'
import { importsResumed } from './0024-imports-resumed.ts'
import { applicationMembers } from './0025-application-members.ts'
import { bansEverywhere } from './0026-bans-everywhere.ts'
import { savedViews } from './0027-saved-views.ts'
import { timeZones } from './0028-time-zones.ts'
import { devices } from './0029-devices.ts'
import { licensePresets } from './0030-license-presets.ts'
import { licenseHolds } from './0031-license-holds.ts'
import { licenseLogin } from './0031-license-login.ts'
import { describedLicenses } from './0032-described-licenses.ts'
import { redemptions } from './0033-redemptions.ts'
import { readableSteps } from './0034-readable-steps.ts'
import { graceAndTakenDays } from './0035-grace-and-taken-days.ts'
import { shops } from './0036-shops.ts'
import { backups } from './0038-backups.ts'
import { mails } from './0039-mails.ts'
import { customerPortal } from './0040-customer-portal.ts'
import { nodes } from './0041-nodes.ts'
import { ordersAndLinks } from './0042-orders-and-links.ts'
import { clientVersions } from './0043-client-versions.ts'
import { offlineStart } from './0044-offline-start.ts'
import { seatsOfDevices } from './0045-seats-of-devices.ts'
import { offlineLicenses } from './0047-offline-licenses.ts'
import { hardwareComponents } from './0048-hardware-components.ts'

/** All migrations in order; append only. */
export const migrations: readonly Migration[] = [
  initial,
  webhooks,
  accountSecurity,
  userAdministration,
  signingKeys,
  activityVolume,
  codeTemplates,
  administration,
  blacklistHits,
  usersInOrder,
  deliveriesAppended,
  messagesOnce,
  audienceWithEvent,
  provedSessions,
  hashCounts,
  knownDevices,
  licensesInOrder,
  undoInTurns,
  licensesInUse,
  changesResumed,
  expiryHours,
  oneIndexOfLicenses,
  importsResumed,
  applicationMembers,
  bansEverywhere,
  savedViews,
  timeZones,
  devices,
  licensePresets,
  licenseHolds,
  licenseLogin,
  describedLicenses,
  redemptions,
  readableSteps,
  graceAndTakenDays,
  shops,
  backups,
  mails,
  customerPortal,
  nodes,
  ordersAndLinks,
  clientVersions,
  offlineStart,
  seatsOfDevices,
  offlineLicenses,
  hardwareComponents,
]

/** The newest step that this program knows. */
export const newestStep = migrations.at(-1)?.name ?? ''
