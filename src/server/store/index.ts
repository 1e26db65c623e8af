import type { Kysely } from 'kysely'
import type { Database } from '../db/open.ts'
import type { Tables } from '../db/tables.ts'
import type { Secrets } from '../lib/secrets.ts'
import { accountStore } from './accounts.ts'
import { activityStore } from './activity.ts'
import { apiKeyStore } from './api-keys.ts'
import { appUserStore } from './app-users.ts'
import { applicationStore } from './applications.ts'
import { auditStore } from './audit.ts'
import { blacklistStore } from './blacklist.ts'
import { clientSessionStore } from './client-sessions.ts'
import { counterStore } from './counters.ts'
import { customMessageStore } from './custom-messages.ts'
import { installationStore } from './installation.ts'
import { licenseStore } from './licenses.ts'
import { rememberStore } from './remember.ts'
import { sessionStore } from './sessions.ts'
import { setupStore } from './setup.ts'

/** The stores on one connection: outside a transaction, or inside of one. */
export type StoreSet = ReturnType<typeof bind>

/** All SQL of the product. Nobody outside this folder sees a table. */
export type Stores = StoreSet & {
  /**
   * Runs the job in the next group commit and resolves after its fsync; a failed job changes nothing. Inside, use the
   * given stores only, and await nothing but them.
   */
  transaction<T>(job: (tx: StoreSet) => Promise<T>): Promise<T>
}

export function openStores(database: Database, secrets: Secrets): Stores {
  const bound = new WeakMap<Kysely<Tables>, StoreSet>()
  const on = (db: Kysely<Tables>): StoreSet => {
    const known = bound.get(db) ?? bind(db, secrets)
    bound.set(db, known)
    return known
  }
  return {
    ...on(database.reads),
    transaction: (job) => database.transaction((tx) => job(on(tx))),
  }
}

function bind(db: Kysely<Tables>, secrets: Secrets) {
  return {
    installation: installationStore(db),
    accounts: accountStore(db),
    sessions: sessionStore(db),
    remember: rememberStore(db, secrets),
    setup: setupStore(db),
    applications: applicationStore(db),
    apiKeys: apiKeyStore(db, secrets),
    appUsers: appUserStore(db),
    licenses: licenseStore(db, secrets),
    clientSessions: clientSessionStore(db),
    blacklist: blacklistStore(db),
    activity: activityStore(db),
    counters: counterStore(db),
    customMessages: customMessageStore(db),
    audit: auditStore(db),
  }
}
