import { openAdminKey } from './accounts/admin-key.ts'
import { assertMasterKey } from './assert-master-key.ts'
import { openBackups } from './backups/open-backups.ts'
import type { Config } from './config.ts'
import { type Database, openSchemaWatch } from './db/open.ts'
import { openBlacklistHits } from './events/blacklist-hits.ts'
import { openClientTally } from './events/client-tally.ts'
import { openJobLeases } from './events/job-leases.ts'
import { openJobs } from './events/jobs.ts'
import { openLiveBus } from './events/live-bus.ts'
import { openLiveRelay } from './events/live-relay.ts'
import { openLiveSessions } from './events/live-sessions.ts'
import { openNodes } from './events/nodes.ts'
import { openRecorder } from './events/recorder.ts'
import { openReplicaLag } from './events/replica-lag.ts'
import { openRetention } from './events/retention.ts'
import { openWebhooks } from './events/webhooks/open-webhooks.ts'
import { openOutbox } from './events/webhooks/queue/outbox.ts'
import { openResolve } from './events/webhooks/send/connect.ts'
import { continueOperations } from './features/bulk/continue-operations.ts'
import { openKnownApiKeys } from './features/client-api/api-key-lookup.ts'
import { openClientContexts } from './features/client-api/client-context.ts'
import { openClientRateLimits } from './features/client-api/client-rate-limits.ts'
import { openPasswordRehash } from './features/client-api/password-rehash.ts'
import { continueImports } from './features/imports/continue-imports.ts'
import type { Changed } from './http/dashboard.ts'
import { openFailedSignIns } from './http/failed-sign-ins.ts'
import { openLimiters } from './http/limits/limiters.ts'
import { openPersistentRateLimits } from './http/limits/persistent-rate-limits.ts'
import { createRefusalDelay } from './http/limits/refusal-delay.ts'
import type { SampledForMetrics } from './http/serve-metrics.ts'
import { openSigning } from './http/signing/answer-signer.ts'
import { type KeyPairs, openKeyPairs } from './http/signing/key-pairs.ts'
import type { UntrustedProxy } from './http/untrusted-proxy.ts'
import { createBackgroundQueue } from './lib/background-queue.ts'
import type { Clock } from './lib/clock.ts'
import { openClockJumpDetector } from './lib/clock-jump.ts'
import type { Log } from './lib/log.ts'
import { openMetrics } from './lib/metrics/metrics.ts'
import { openPasswords, type Passwords } from './lib/passwords/passwords.ts'
import type { Secrets } from './lib/secrets.ts'
import { openMailDispatcher } from './mails/mail-dispatcher.ts'
import { openMailQueue } from './mails/queue-mail.ts'
import { openSendAs } from './mails/send-mail.ts'
import { openHotStore } from './store/hot/open-hot-store.ts'
import { openSettingsFreshness } from './store/hot/settings-freshness.ts'
import { openStores } from './store/index.ts'

export interface AppDeps {
  readonly config: Config
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
  readonly log: Log
  readonly version: string
  /** Source of key pairs; tests bring pregenerated ones. */
  readonly keyPairs?: KeyPairs
  /** Password hashing; most tests bring a cheaper one. */
  readonly passwords?: Passwords
  /** What refusals wait for that come often; most tests don't wait. */
  readonly staggeredDelay?: () => Promise<void>
  /** Folder of the built web; without it only the API is served. */
  readonly webFolder?: string
}

/** Loaded only if a mail server is configured. */
const mail = () => import('./lib/mailer.ts')

/** Deliveries that metrics count; a longer queue is told by how long its first delivery is overdue. */
const pendingCountedAtMost = 100_000

/** What the server knows of where it is; its port once it listens. */
interface Address {
  readonly origin: () => string
  /** The same with the path under which a proxy publishes the public API. */
  readonly issuer: () => string
  readonly untrustedProxy: UntrustedProxy
}

export type Parts = Awaited<ReturnType<typeof openParts>>

/** Everything of the server except HTTP: stores, caches, and background work. */
export async function openParts(deps: AppDeps, { origin, issuer, untrustedProxy }: Address) {
  const { config, database, secrets, clock, log } = deps
  const hasOtherNodes = database.engine === 'postgres'
  const stores = openStores(database, secrets)
  /** For the public API, and to know who asks: reads by key, which wait for no long read. */
  const keyStores = openStores(database, secrets, { isHot: true })
  await assertMasterKey(stores, secrets)
  const hot = openHotStore(database)
  const bus = openLiveBus()
  const relay = openLiveRelay(database, bus)
  const freshness = openSettingsFreshness(clock, database.engine === 'sqlite' ? database.hot.changes : undefined)
  const outbox = openOutbox(stores, freshness)
  const recorder = openRecorder(stores, bus, outbox, clock, config.rateLimitScale)
  const live = openLiveSessions(hot, stores, recorder, clock)
  const blacklistHits = openBlacklistHits(stores, clock)
  const clientTally = openClientTally(stores)
  const contexts = openClientContexts(keyStores, freshness, clock, blacklistHits.hit)
  const knownKeys = openKnownApiKeys(stores, clock)
  const passwords = deps.passwords ?? openPasswords({ log })
  const clockJumps = openClockJumpDetector(clock)
  const persistentRateLimits = openPersistentRateLimits(stores, clock, clockJumps, hasOtherNodes)
  const metrics = openMetrics()
  const limiters = openLimiters(clock, config.rateLimitScale, persistentRateLimits, metrics.rateLimited.add)
  const limits = openClientRateLimits(limiters)
  const refusalDelay = createRefusalDelay(limiters, deps.staggeredDelay)
  await persistentRateLimits.load()
  // SQLite: no other process uses this data folder, so operations left running by a crash are released. If that can't
  // be written now, undoing one has to wait a moment.
  if (database.engine === 'sqlite') await stores.transaction((tx) => tx.operations.releaseAllLeases()).catch(() => {})
  const failedSignIns = openFailedSignIns(log, limiters)
  const signing = openSigning({
    stores: keyStores,
    clock,
    freshness,
    log,
    limiters,
    config,
    keyPairs: deps.keyPairs ?? openKeyPairs(),
  })
  const { keyMaker, signer } = signing
  const retention = openRetention({ stores, clock, clockJumps, limits: config.activity })
  const onTried = (applicationId: number) => bus.publishChange(applicationId, ['delivery'])
  const onSent = (isDelivered: boolean) => metrics.deliveries.add(isDelivered ? 'delivered' : 'failed')
  const webhooks = openWebhooks({
    stores,
    database,
    outbox,
    clock,
    clockJumps,
    log,
    onTried,
    onSent,
    ...config.webhooks,
  })
  const sampled: SampledForMetrics = {}
  const sampleForMetrics = async () => {
    sampled.liveSessions = await stores.clientSessions.countAll()
    sampled.webhooksPending = await stores.deliveries.countPending(pendingCountedAtMost)
    const firstDue = await stores.deliveries.firstDue(clock.now())
    sampled.webhooksLateMs = firstDue ? Math.max(0, clock.now().getTime() - firstDue.getTime()) : 0
  }
  const mailQueue = openMailQueue({ clock, hasServerSmtp: config.mail !== undefined })
  const { allowed } = config.webhooks
  const sendAs = openSendAs({ serverSmtp: config.mail, secrets, resolve: openResolve(), allowed })
  const onMailTried = (applicationId: number) => bus.publishChange(applicationId, ['mail'])
  const mails = openMailDispatcher({ stores, clock, log, sendAs, hasOtherNodes, onTried: onMailTried })
  mailQueue.listen(mails.wake)
  const mailer = config.mail && (await mail()).openMailer(config.mail)
  const backgroundQueue = createBackgroundQueue(log)
  const backups =
    database.engine === 'sqlite'
      ? openBackups({
          ...{ stores, database, secrets, clock, clockJumps, log, mailer, backgroundQueue, origin },
          config: config.backups,
        })
      : undefined
  const counts = { recorder, live, blacklistHits, clientTally, persistentRateLimits }
  const background = { webhooks, mails, retention, keyMaker, ...counts }
  const stopping = new AbortController()
  const endingLongWork = new AbortController()
  const schema = openSchemaWatch(database, (fault) => {
    log.error('schema too new: every call is refused from now on', { reason: fault.message })
    endingLongWork.abort()
    void Promise.all([jobs.halt(), webhooks.stop(), mails.stop()])
  })
  const sign = (text: string) => secrets.lookup('bulk-preview', text)
  const bulk = { stores, clock, recorder, log, stopping: endingLongWork.signal, sign }
  const imports = { stores, clock, recorder, log, passwords, stopping: endingLongWork.signal }
  const { engine } = database
  const nodes = openNodes({ engine, stores, clock, name: config.nodeName, version: deps.version })
  const leases = openJobLeases({ engine, stores, holder: nodes.id })
  const jobs = openJobs({
    ...background,
    schema,
    nodes,
    measureLag: openReplicaLag({ database, stores, nodes, clock }),
    leases,
    stores,
    log,
    clock,
    clockJumps,
    continueOperations: () => continueOperations(bulk),
    continueImports: () => continueImports(imports),
    backups,
    sampleForMetrics: config.metricsToken === undefined ? undefined : sampleForMetrics,
    metrics,
  })
  const chance = (text: string) => Buffer.from(secrets.lookup('chance', text), 'base64url').readUInt32BE(0) / 2 ** 32
  const isSecure = config.publicUrl?.startsWith('https:') ?? false
  const onChanged = ({ applicationId }: Changed) => {
    contexts.forget()
    if (applicationId !== undefined) keyMaker.noticed(applicationId)
  }
  return {
    ...deps,
    ...signing,
    schema,
    limiters,
    refusalDelay,
    failedSignIns,
    stores,
    keyStores,
    passwords,
    bus,
    relay,
    recorder,
    clientTally,
    live,
    sampled,
    metrics,
    nodes,
    webhooks,
    jobs,
    adminKey: openAdminKey(database.engine, { stores: keyStores, clock, log, config }),
    /** For changes of many rows. */
    bulk,
    imports,
    /** Called when the server stops: long work ends between two slices. */
    stopLongWork: () => endingLongWork.abort(),
    stopping: stopping.signal,
    /** From now on the server is not ready; everything is still served. */
    announceStop: () => stopping.abort(),
    origin,
    issuer,
    untrustedProxy,
    isSecure,
    backups,
    mailer,
    /** Queues mails to customers. */
    mailQueue,
    /** Sends them. */
    mails,
    sendAs,
    backgroundQueue,
    /** For the public API. */
    client: {
      stores: keyStores,
      hot,
      contexts,
      knownKeys,
      limits,
      refusalDelay,
      failedSignIns,
      recorder,
      clientTally,
      live,
      passwords,
      passwordRehash: openPasswordRehash({ hot, stores: keyStores, passwords, log }),
      chance,
      signer,
      issuer,
      origin,
      clock,
      metrics,
    },
    /** For sign-in to the dashboard. */
    signIn: {
      stores: keyStores,
      passwords,
      clock,
      isSecure,
      limiters,
      signDevice: (text: string) => secrets.lookup('known-device', text),
    },
    /** For most features of the dashboard. */
    common: { stores, clock, passwords, recorder, onChanged },
  }
}
