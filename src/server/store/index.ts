import type { Kysely } from 'kysely'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { Secrets } from '../lib/secrets.ts'
import { accountStore } from './accounts/accounts.ts'
import { administrationStore } from './accounts/administration.ts'
import { customMessageStore } from './accounts/custom-messages.ts'
import { inviteStore } from './accounts/invites.ts'
import { managementTokenStore } from './accounts/management-tokens.ts'
import { passkeyStore } from './accounts/passkeys.ts'
import { passwordResetStore } from './accounts/password-resets.ts'
import { savedViewStore } from './accounts/saved-views.ts'
import { secondFactorStore } from './accounts/second-factors.ts'
import { activityStore } from './activity/activity.ts'
import { type ActivityPartitions, openActivityPartitions } from './activity/activity-partitions.ts'
import { type ActivityPurge, openActivityPurge } from './activity/activity-purge.ts'
import { counterStore } from './activity/counters.ts'
import { eventCountStore } from './activity/event-counts.ts'
import { activeCountStore } from './applications/active-counts.ts'
import { apiKeyStore } from './applications/api-keys.ts'
import { applicationStore } from './applications/applications.ts'
import { blacklistStore } from './applications/blacklist.ts'
import { clientDayStore } from './applications/client-days.ts'
import { type ExpiryChanges, openExpiryChanges } from './applications/expiry-changes.ts'
import { memberInviteStore } from './applications/member-invites.ts'
import { memberStore } from './applications/members.ts'
import { seenApplicationStore } from './applications/seen-applications.ts'
import { signingKeyStore } from './applications/signing-keys.ts'
import { transferStore } from './applications/transfers.ts'
import { adminKeyStore } from './installation/admin-key.ts'
import { auditStore } from './installation/audit.ts'
import { backupStore } from './installation/backups.ts'
import { codeTemplateStore } from './installation/code-templates.ts'
import { idempotencyKeyStore } from './installation/idempotency-keys.ts'
import { installationStore, setupStore } from './installation/installation.ts'
import { jobLeaseStore } from './installation/job-leases.ts'
import { nodeStore } from './installation/nodes.ts'
import { rateLimitStore } from './installation/rate-limits.ts'
import { bulkLicenseStore } from './licenses/bulk-licenses.ts'
import { expiryStore } from './licenses/expiries.ts'
import { importLicenseStore } from './licenses/import-licenses.ts'
import { licensePresetStore } from './licenses/license-presets.ts'
import { licenseUseStore } from './licenses/license-use.ts'
import { licenseStore } from './licenses/licenses.ts'
import { redemptionStore } from './licenses/redemptions.ts'
import { mailSenderStore } from './selling/mail-senders.ts'
import { mailStore } from './selling/mails.ts'
import { orderStore } from './selling/orders.ts'
import { portalStore } from './selling/portal.ts'
import { shopCallStore } from './selling/shop-calls.ts'
import { shopStore } from './selling/shops.ts'
import { subscriptionStore } from './selling/subscriptions.ts'
import { clientSessionStore } from './sessions/client-sessions.ts'
import { rememberShareStore } from './sessions/remember-shares.ts'
import { sessionFingerprintStore, sessionStore } from './sessions/sessions.ts'
import { signInTicketStore } from './sessions/sign-in-tickets.ts'
import { type OnTransactionEnd, outsideTransaction, runWithEndListeners } from './transaction-end.ts'
import { importFileStore } from './undo/import-files.ts'
import { operationStore } from './undo/operations.ts'
import { undoSnapshotStore } from './undo/undo-snapshot.ts'
import { appUserStore } from './users/app-users.ts'
import { bulkUserStore } from './users/bulk-users.ts'
import { deviceStore } from './users/devices.ts'
import { exportStore } from './users/exports.ts'
import { hashCountStore } from './users/hash-counts.ts'
import { importUserStore } from './users/import-users.ts'
import { offlineLicenseStore } from './users/offline-licenses.ts'
import { deliveryStore } from './webhooks/deliveries.ts'
import { deliveryRetentionStore } from './webhooks/delivery-retention.ts'
import { webhookStore } from './webhooks/webhooks.ts'

/** The stores on one connection, outside or inside a transaction. */
export type StoreSet = ReturnType<typeof bind>

/** All SQL of the product: table and column names stay in this folder. */
export type Stores = StoreSet &
  Pick<Database, 'slices'> & {
    /** For lists, charts and exports that may be some seconds old: on a replica where there is one. */
    readonly late: Pick<
      StoreSet,
      'activity' | 'audit' | 'clientDays' | 'eventCounts' | 'expiries' | 'exports' | 'licenses'
    >
    /** The servers as a replica knows them; absent where there is none. */
    readonly replicaNodes: ReturnType<typeof nodeStore> | undefined
    readonly activityPartitions: ActivityPartitions
    readonly expiryChanges: ExpiryChanges
    /** Opens a run of deleting old activity; close it when done. */
    openActivityPurge(): ActivityPurge
    /**
     * Runs the job in the next group commit and resolves after its fsync; a failed job changes nothing. Inside, use only
     * the given stores, and await nothing but them.
     */
    transaction<T>(job: (tx: StoreSet) => Promise<T>): Promise<T>
  }

/** `isHot`: for calls of the public API and sign-in, which read by key only and have 5 seconds in all. */
export function openStores(database: Database, secrets: Secrets, { isHot = false } = {}): Stores {
  const replica = database.engine === 'postgres' ? database.replica : undefined
  const late = replica && bind(database.lateReads, secrets, database.engine, outsideTransaction)
  const stores: Omit<Stores, 'late'> = {
    ...bind(isHot ? database.keyReads : database.reads, secrets, database.engine, outsideTransaction),
    replicaNodes: replica && nodeStore(replica.reads),
    activityPartitions: openActivityPartitions(database),
    expiryChanges: openExpiryChanges(database),
    slices: database.slices,
    openActivityPurge: () => openActivityPurge(database),
    transaction: (job) =>
      runWithEndListeners(
        (run) => database.transaction(run, { isHot }),
        (tx, onTransactionEnd) => job(bind(tx, secrets, database.engine, onTransactionEnd)),
      ),
  }
  return Object.assign(stores, { late: late ?? stores })
}

/** Stores are created on access: a transaction uses two or three of them. */
function bind(db: Kysely<Tables>, secrets: Secrets, engine: Database['engine'], onTransactionEnd: OnTransactionEnd) {
  return {
    onTransactionEnd,
    get installation() {
      return installationStore(db)
    },
    get adminKey() {
      return adminKeyStore(db)
    },
    get accounts() {
      return accountStore(db)
    },
    get sessions() {
      return sessionStore(db)
    },
    get remember() {
      return rememberShareStore(db, secrets)
    },
    get secondFactors() {
      return secondFactorStore(db, secrets)
    },
    get passkeys() {
      return passkeyStore(db)
    },
    get signInTickets() {
      return signInTicketStore(db)
    },
    get passwordResets() {
      return passwordResetStore(db)
    },
    get managementTokens() {
      return managementTokenStore(db)
    },
    get savedViews() {
      return savedViewStore(db)
    },
    get hashCounts() {
      return hashCountStore(db)
    },
    get idempotencyKeys() {
      return idempotencyKeyStore(db, secrets)
    },
    get setup() {
      return setupStore(db)
    },
    get applications() {
      return applicationStore(db)
    },
    get activeCounts() {
      return activeCountStore(db)
    },
    get seenApplications() {
      return seenApplicationStore(db)
    },
    get members() {
      return memberStore(db)
    },
    get memberInvites() {
      return memberInviteStore(db)
    },
    get transfers() {
      return transferStore(db)
    },
    get apiKeys() {
      return apiKeyStore(db, secrets)
    },
    get signingKeys() {
      return signingKeyStore(db, secrets)
    },
    get appUsers() {
      return appUserStore(db)
    },
    get devices() {
      return deviceStore(db)
    },
    get offlineLicenses() {
      return offlineLicenseStore(db)
    },
    get licenses() {
      return licenseStore(db, secrets, engine)
    },
    get licensePresets() {
      return licensePresetStore(db, engine)
    },
    get shops() {
      return shopStore(db, secrets)
    },
    get orders() {
      return orderStore(db)
    },
    get subscriptions() {
      return subscriptionStore(db)
    },
    get mails() {
      return mailStore(db, secrets, engine)
    },
    get mailSenders() {
      return mailSenderStore(db, secrets)
    },
    get shopCalls() {
      return shopCallStore(db, secrets)
    },
    get portal() {
      return portalStore(db)
    },
    get redemptions() {
      return redemptionStore(db, engine)
    },
    get licenseUse() {
      return licenseUseStore(db)
    },
    get clientSessions() {
      return clientSessionStore(db, engine)
    },
    get blacklist() {
      return blacklistStore(db)
    },
    get activity() {
      return activityStore(db, engine)
    },
    get sessionFingerprints() {
      return sessionFingerprintStore(db)
    },
    get eventCounts() {
      return eventCountStore(db)
    },
    get clientDays() {
      return clientDayStore(db)
    },
    get expiries() {
      return expiryStore(db)
    },
    get counters() {
      return counterStore(db)
    },
    get customMessages() {
      return customMessageStore(db)
    },
    get codeTemplates() {
      return codeTemplateStore(db)
    },
    get webhooks() {
      return webhookStore(db, secrets)
    },
    get deliveries() {
      return deliveryStore(db)
    },
    get deliveryRetention() {
      return deliveryRetentionStore(db)
    },
    get importUsers() {
      return importUserStore(db, secrets, engine)
    },
    get importLicenses() {
      return importLicenseStore(db, secrets, engine)
    },
    get exports() {
      return exportStore(db, secrets)
    },
    get bulkUsers() {
      return bulkUserStore(db, engine)
    },
    get bulkLicenses() {
      return bulkLicenseStore(db, secrets, engine)
    },
    get operations() {
      return operationStore(db, engine)
    },
    get importFiles() {
      return importFileStore(db, secrets)
    },
    get undo() {
      return undoSnapshotStore(db, engine)
    },
    get audit() {
      return auditStore(db)
    },
    get backups() {
      return backupStore(db)
    },
    get nodes() {
      return nodeStore(db)
    },
    get jobLeases() {
      return jobLeaseStore(db)
    },
    get administration() {
      return administrationStore(db)
    },
    get invites() {
      return inviteStore(db)
    },
    get rateLimits() {
      return rateLimitStore(db)
    },
  }
}
