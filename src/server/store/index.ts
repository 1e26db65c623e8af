import type { Kysely } from 'kysely'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { Secrets } from '../lib/secrets.ts'
import { accountStore } from './accounts.ts'
import { activityStore } from './activity.ts'
import { type ActivityPartitions, openActivityPartitions } from './activity-partitions.ts'
import { type ActivityPurge, openActivityPurge } from './activity-purge.ts'
import { administrationStore } from './administration.ts'
import { apiKeyStore } from './api-keys.ts'
import { appUserStore } from './app-users.ts'
import { applicationStore } from './applications.ts'
import { auditStore } from './audit.ts'
import { blacklistStore } from './blacklist.ts'
import { bulkLicenseStore } from './bulk-licenses.ts'
import { bulkUserStore } from './bulk-users.ts'
import { clientSessionStore } from './client-sessions.ts'
import { codeTemplateStore } from './code-templates.ts'
import { counterStore } from './counters.ts'
import { customMessageStore } from './custom-messages.ts'
import { deliveryStore } from './deliveries.ts'
import { deliveryRetentionStore } from './delivery-retention.ts'
import { eventCountStore } from './event-counts.ts'
import { expiryStore } from './expiries.ts'
import { exportStore } from './exports.ts'
import { hashCountStore } from './hash-counts.ts'
import { idempotencyKeyStore } from './idempotency-keys.ts'
import { importLicenseStore } from './import-licenses.ts'
import { importUserStore } from './import-users.ts'
import { installationStore } from './installation.ts'
import { inviteStore } from './invites.ts'
import { licenseStore } from './licenses.ts'
import { managementTokenStore } from './management-tokens.ts'
import { operationStore } from './operations.ts'
import { passkeyStore } from './passkeys.ts'
import { passwordResetStore } from './password-resets.ts'
import { rateLimitStore } from './rate-limits.ts'
import { rememberStore } from './remember.ts'
import { secondFactorStore } from './second-factors.ts'
import { sessionMarkStore } from './session-marks.ts'
import { sessionStore } from './sessions.ts'
import { setupStore } from './setup.ts'
import { signInTicketStore } from './sign-in-tickets.ts'
import { signingKeyStore } from './signing-keys.ts'
import { outsideTransaction, runAndTell, type WhenOver } from './transaction-end.ts'
import { webhookStore } from './webhooks.ts'

/** The stores on one connection: outside a transaction, or inside of one. */
export type StoreSet = ReturnType<typeof bind>

/** All SQL of the product. Nobody outside this folder sees a table. */
export type Stores = StoreSet & {
  readonly activityPartitions: ActivityPartitions
  /** A run of deleting old activity; is closed when it is over. */
  openActivityPurge(): ActivityPurge
  /**
   * Runs the job in the next group commit and resolves after its fsync; a failed job changes nothing. Inside, use the
   * given stores only, and await nothing but them.
   */
  transaction<T>(job: (tx: StoreSet) => Promise<T>): Promise<T>
}

export function openStores(database: Database, secrets: Secrets): Stores {
  return {
    ...bind(database.reads, secrets, database.engine, outsideTransaction),
    activityPartitions: openActivityPartitions(database),
    openActivityPurge: () => openActivityPurge(database),
    transaction: (job) => runAndTell(database, (tx, whenOver) => job(bind(tx, secrets, database.engine, whenOver))),
  }
}

/** A store is made when it is asked for: a transaction uses two or three of them. */
function bind(db: Kysely<Tables>, secrets: Secrets, engine: Database['engine'], whenOver: WhenOver) {
  return {
    whenOver,
    get installation() {
      return installationStore(db)
    },
    get accounts() {
      return accountStore(db)
    },
    get sessions() {
      return sessionStore(db)
    },
    get remember() {
      return rememberStore(db, secrets)
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
    get apiKeys() {
      return apiKeyStore(db, secrets)
    },
    get signingKeys() {
      return signingKeyStore(db, secrets)
    },
    get appUsers() {
      return appUserStore(db)
    },
    get licenses() {
      return licenseStore(db, secrets)
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
    get sessionMarks() {
      return sessionMarkStore(db)
    },
    get eventCounts() {
      return eventCountStore(db)
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
      return operationStore(db)
    },
    get audit() {
      return auditStore(db)
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
