import type { DeliveryFilter } from '../../src/server/store/webhooks/deliveries.ts'
import { openDeliveryQueue } from '../../src/server/store/webhooks/open-delivery-queue.ts'
import { eventNames } from '../../src/shared/events.ts'
import type { WebhookPayload } from '../../src/shared/webhook-payload.ts'
import type { OpenTestDatabase } from './databases.ts'
import { useOpened } from './use-suite.ts'
import { startReceiver } from './webhook-receiver.ts'
import { createWorld, openSuite } from './world.ts'

/** Lets webhooks reach receivers on this machine; the key is that of every server of a test. */
export const webhookEnv = {
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  RATE_LIMIT_SCALE: '1000',
  MASTER_KEY: 'a master key that both servers of a test share',
}

export type WebhookSuite = Awaited<ReturnType<typeof openWebhookSuite>>

/** An event that needs no hash: the end of a session. */
export const sessionEnd = {
  event: 'session_end',
  success: true,
  code: 'logout',
  userId: 1,
  username: null,
  ipAddress: '10.0.0.1',
  userAgent: 'Test/1',
  count: 1,
} as const

/** The shipped app on this database, a receiver, and worlds with a webhook for an application. */
async function openWebhookSuite(open: OpenTestDatabase) {
  const suite = await openSuite(await open(), webhookEnv)
  const receiver = await startReceiver()
  const queue = openDeliveryQueue(suite.database)
  let worlds = 0
  /** A developer with an application, a webhook subscribed to every event, and a user. */
  const world = async (webhook: object = {}) => {
    worlds += 1
    const path = `/hook/${worlds}/`
    const url = new URL(path, receiver.url).href
    receiver.answerWith((response) => response.end('ok'))
    const made = await createWorld(suite, await suite.test.account())
    const body = { url, applicationId: made.applicationId, events: eventNames, ...webhook }
    const { id } = await made.dashboard<{ id: number }>('POST', '/api/webhooks', body)
    /** Requests received for this world; retries of earlier worlds arrive too, since they share the clock. */
    const received = () => receiver.received.filter((request) => request.path.startsWith(path))
    return {
      ...made,
      id,
      url,
      path,
      received,
      payloads: () => received().map(({ body: text }) => JSON.parse(text) as WebhookPayload),
      messageIds: () => received().map(({ headers }) => headers['webhook-id']),
      /** Emits an event without hashing a password: the end of a session. */
      happen: () =>
        suite.test.app.recorder.recordAlone({ ...sessionEnd, applicationId: made.applicationId, at: made.clock.now() }),
      deliver: () => suite.test.app.webhooks.deliverDue(),
      // Read from the store: a dashboard session would expire when the clock advances by days.
      shown: () => made.stores.webhooks.find(id),
      enable: () => made.stores.transaction((tx) => tx.webhooks.update(id, { isActive: true })),
      deliveries: async (filter: DeliveryFilter = {}) => {
        await queue.queueMessages(1000, 0)
        return made.stores.deliveries.list(id, filter, true, undefined, 1000)
      },
    }
  }

  return {
    ...suite,
    receiver,
    world,
    async close() {
      await suite.test.close()
      await receiver.close()
    },
  }
}

/** The suite, opened before its tests and closed after them. */
export const useWebhookSuite = (open: OpenTestDatabase): WebhookSuite =>
  useOpened(
    () => openWebhookSuite(open),
    (suite) => suite.close(),
  )
