import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { describeOnBothDatabases, describePostgres, temporaryPostgres } from '../../../../test/harness/databases.ts'
import { temporaryFolder } from '../../../../test/harness/temporary-folder.ts'
import { testStores } from '../../../../test/harness/test-stores.ts'
import { type Database, openDatabase, type SqliteDatabase } from '../../db/open.ts'
import type { NewActivity } from '../activity/new-activity.ts'
import { dueWebhooksSql, oldestDueSql } from './delivery-queue.ts'
import { unqueuedEventsSql } from './delivery-queue-sqlite.ts'
import { openDeliveryQueue } from './open-delivery-queue.ts'

const nowMs = Date.now()
const event: Omit<NewActivity, 'applicationId'> = {
  event: 'user_login',
  success: true,
  code: 'login_successful',
  userId: 1,
  username: 'Ada',
  ipAddress: '192.0.2.1',
  userAgent: 'Test/1',
  count: 1,
  at: new Date(nowMs),
}

/** An application with these subscribed webhooks, or none; they need not exist. */
async function applicationOf(database: Database) {
  const { stores, owner, application } = testStores(database)
  const applicationId = await application(await owner())
  const happen = (webhookIds: readonly number[], count: number) =>
    stores.transaction(async (tx) => {
      const audience = webhookIds.length === 0 ? undefined : { applicationName: 'Demo', webhookIds }
      for (let made = 0; made < count; made += 1) await tx.activity.insert({ ...event, applicationId }, audience)
    })
  const messageIds = async () => {
    const rows = await database.reads.selectFrom('webhook_messages').select('message_id').orderBy('number').execute()
    return rows.map((row) => row.message_id)
  }
  return { stores, happen, messageIds }
}

describePostgres('two nodes on one queue', () => {
  it('take each delivery once, and a node that is gone gives back what it took', async () => {
    const place = await temporaryPostgres()
    const databases = await Promise.all([openDatabase(place.options), openDatabase(place.options)])
    const [first, second_] = databases.map(openDeliveryQueue)
    const [database] = databases
    if (!first || !second_ || !database) throw new Error('no database')
    const { happen, messageIds } = await applicationOf(database)
    await happen([1], 200)
    const queuing = await Promise.all([first, second_, first, second_].map((node) => node.queueMessages(120, 0)))
    expect(queuing.reduce((sum, queued) => sum + queued.messages, 0)).toBe(200)
    const claims = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? first : second_).claim(1, nowMs, 5)),
    )
    const taken = claims.flat().map(({ messageId }) => messageId)
    expect(new Set(taken).size).toBe(taken.length)
    for (let more = await first.claim(1, nowMs, 50); more.length > 0; more = await first.claim(1, nowMs, 50)) {
      taken.push(...more.map(({ messageId }) => messageId))
    }
    expect([...taken].sort()).toEqual((await messageIds()).sort())
    expect(await second_.claim(1, nowMs + 59_000, 500)).toEqual([])
    expect(await second_.claim(1, nowMs + 60_000, 500)).toHaveLength(200)
    expect(await first.due(nowMs)).toEqual([])
    expect(await first.isLongerThan(1, 100_000)).toBe(false)
    await Promise.all(databases.map((each) => each.close()))
    await place.remove()
  })
})

describe('the queue of deliveries of the embedded database', () => {
  it('reads no events as long as none is written for a webhook', async () => {
    const { queue, happen, reads } = await inFile()
    await queue.queueMessages(10, 0)
    reads.length = 0
    await happen([], 3)
    for (let n = 0; n < 5; n += 1) await queue.queueMessages(10, 0)
    expect(reads).toEqual([])
    await happen([1], 1)
    expect((await queue.queueMessages(10, 0)).messages).toBe(1)
    expect(reads).not.toEqual([])
  })

  it('finds the event of another program within half a second', async () => {
    const { database, queue, happen } = await inFile()
    await happen([1], 1)
    expect((await queue.queueMessages(10, 0)).messages).toBe(1)
    const another = new DatabaseSync(database.file ?? '')
    const columns =
      'application_id, event, success, code, username, ip_address, user_agent, count, created_at, webhook_ids'
    another.exec(`INSERT INTO activity (${columns}) SELECT ${columns} FROM activity`)
    another.close()
    const elapsed = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 500)
    onTestFinished(() => elapsed.mockRestore())
    expect((await queue.queueMessages(10, 0)).messages).toBe(1)
    expect((await queue.queueMessages(10, 0)).messages).toBe(0)
  })
})

/** A queue of a database with a file, and its reads of events. */
async function inFile() {
  const folder = await temporaryFolder()
  const database = (await openDatabase({ ...folder.options, checkpoint: false })) as SqliteDatabase
  onTestFinished(async () => {
    await database.close()
    await folder.remove()
  })
  const reads: unknown[] = []
  const { hot } = database
  const prepare = (text: string) => {
    const statement = hot.prepare(text)
    if (text !== unqueuedEventsSql) return statement
    const all: typeof statement.all = (...values) => {
      reads.push(values)
      return statement.all(...values)
    }
    return { ...statement, all }
  }
  const queue = openDeliveryQueue({ ...database, hot: { ...hot, prepare } })
  const { happen } = await applicationOf(database)
  return { database, queue, happen, reads }
}

describeOnBothDatabases('the queue of deliveries', (open) => {
  it('makes a delivery of each message for each of its webhooks, some messages at a time', async () => {
    const database = await open()
    const { stores, happen, messageIds } = await applicationOf(database)
    const queue = openDeliveryQueue(database)
    await happen([], 2)
    expect(await queue.queueMessages(2, 0)).toEqual({ messages: 0, webhookIds: [] })
    await happen([7, 9], 1)
    await happen([], 1)
    await happen([7, 9], 2)
    const first = await queue.queueMessages(2, 0)
    expect({ ...first, webhookIds: [...first.webhookIds].sort() }).toEqual({ messages: 2, webhookIds: [7, 9] })
    expect((await queue.queueMessages(2, 0)).messages).toBe(1)
    expect((await queue.queueMessages(2, 0)).messages).toBe(0)
    const ids = await messageIds()
    expect(ids).toHaveLength(3)
    for (const webhookId of [7, 9]) {
      const rows = await stores.deliveries.list(webhookId, {}, false, undefined, 10)
      expect(rows.map((row) => row.messageId)).toEqual(ids)
      expect(rows[0]).toMatchObject({ status: 'pending', attempt: 0, nextTryAt: new Date(nowMs) })
      expect(JSON.parse(rows[0]?.body ?? '')).toMatchObject({ type: 'user_login', data: { user: { username: 'Ada' } } })
      expect(await queue.claim(webhookId, nowMs, 10)).toMatchObject(ids.map((messageId) => ({ messageId })))
    }
  })

  it('writes many that were taken at once, each with what came of it, and leaves the others as they were', async () => {
    const database = await open()
    const { stores, happen, messageIds } = await applicationOf(database)
    const queue = openDeliveryQueue(database)
    await happen([1], 3)
    await happen([2], 1)
    await queue.queueMessages(10, 0)
    const [kept, ...others] = (await messageIds()).map((messageId, at) => ({ webhookId: at < 3 ? 1 : 2, messageId }))
    const triedAt = new Date(nowMs)
    await queue.markDelivered(
      others.map(({ webhookId, messageId }, ms) => ({
        webhookId,
        messageId,
        triedAt,
        code: 204,
        ms,
        answer: `it's "${ms}"`,
        signature: null,
      })),
      0,
    )
    const written = [1, 2].map((id) => stores.deliveries.list(id, { status: 'delivered' }, false, undefined, 10))
    const delivered = (await Promise.all(written)).flat()
    expect(delivered.map(({ messageId }) => messageId)).toEqual(others.map(({ messageId }) => messageId))
    expect(delivered.map(({ answer }) => answer)).toEqual([0, 1, 2].map((ms) => `it's "${ms}"`))
    expect(delivered[0]).toMatchObject({ attempt: 1, code: 204, ms: 0, error: null, nextTryAt: null, triedAt })
    expect(await queue.claim(1, nowMs, 10)).toMatchObject([{ messageId: kept?.messageId }])
  })

  it('gives a claimed delivery to nobody else until it is released untried, and a delivered one never', async () => {
    const database = await open()
    const { happen, messageIds } = await applicationOf(database)
    const queue = openDeliveryQueue(database)
    await happen([1], 2)
    await queue.queueMessages(10, 0)
    const [untried, tried] = await queue.claim(1, nowMs, 10)
    if (!untried || !tried) throw new Error('nothing was due')
    expect(await queue.claim(1, nowMs, 10)).toEqual([])
    const result = { triedAt: new Date(nowMs), code: 204, ms: 1, answer: '', signature: null }
    await queue.markDelivered([{ webhookId: 1, messageId: tried.messageId, ...result }], 0)
    await queue.release(tried)
    await queue.release(untried, nowMs)
    expect(await queue.claim(1, nowMs, 10)).toEqual([untried])
    expect(await messageIds()).toContain(untried.messageId)
  })

  it('ends the failures of the webhook that was reached, not those of another', async () => {
    const database = await open()
    const { stores, happen } = await applicationOf(database)
    const account = { accountId: 1, applicationId: null, url: 'https://example.com/', format: 'json' } as const
    const made = { ...account, isFormatDerived: true, events: ['user_login'], secret: 's', isActive: true } as const
    const ids: number[] = []
    for (let n = 0; n < 2; n += 1) {
      const { id } = await stores.transaction((tx) => tx.webhooks.insert(made, new Date(nowMs)))
      await stores.transaction((tx) => tx.webhooks.countFailure(id, new Date(nowMs)))
      await stores.transaction((tx) => tx.webhooks.backOffUntil(id, new Date(nowMs)))
      ids.push(id)
    }
    const queue = openDeliveryQueue(database)
    const [reached = 0, failing = 0] = ids
    await happen([reached], 1)
    await queue.queueMessages(10, 0)
    const result = { triedAt: new Date(nowMs), code: 204, ms: 1, answer: '', signature: null }
    await queue.markDelivered(
      (await queue.claim(reached, nowMs, 1)).map(({ messageId }) => ({ webhookId: reached, messageId, ...result })),
      0,
    )
    expect(await stores.webhooks.find(reached)).toMatchObject({ failures: 0, failingSince: null, retryAt: null })
    expect(await stores.webhooks.find(failing)).toMatchObject({ failures: 1, retryAt: new Date(nowMs) })
    const counts = await stores.deliveries.attemptCounts(ids, new Date(nowMs), 2)
    expect([...counts]).toEqual([[reached, { successful: 1, failed: 0 }]])
  })

  it('tells a webhook that may be asked from one that is to be left alone, inactive or gone', async () => {
    const database = await open()
    const { stores, happen } = await applicationOf(database)
    const account = { accountId: 1, applicationId: null, url: 'https://example.com/', format: 'json' } as const
    const made = { ...account, isFormatDerived: true, events: ['user_login'], secret: 'a secret' } as const
    const ids: number[] = []
    for (const isActive of [true, true, true, false]) {
      const webhook = await stores.transaction((tx) => tx.webhooks.insert({ ...made, isActive }, new Date(nowMs)))
      ids.push(webhook.id)
    }
    const [well = 0, held = 0, over = 0, inactive = 0] = ids
    await stores.transaction((tx) => tx.webhooks.backOffUntil(held, new Date(nowMs + 1)))
    await stores.transaction((tx) => tx.webhooks.backOffUntil(over, new Date(nowMs)))
    const gone = 1_000
    await happen([...ids, gone], 2)
    const queue = openDeliveryQueue(database)
    await queue.queueMessages(10, 0)
    expect(await queue.due(nowMs - 1)).toEqual([])
    expect(await queue.due(nowMs)).toEqual([
      { webhookId: well, isHeld: false },
      { webhookId: held, isHeld: true },
      { webhookId: over, isHeld: false },
      { webhookId: inactive, isHeld: true },
      { webhookId: gone, isHeld: true },
    ])
  })

  it('finds what is due by its index alone, however much waits', async () => {
    const database = await open()
    await (await applicationOf(database)).happen([1], 1_000)
    await openDeliveryQueue(database).queueMessages(1_000, 0)
    const plan = async (text: string) => {
      if (database.engine === 'sqlite') return planOf(database, text.replace(/\$\d/g, '1'))
      return database.query(`plan ${text.length}`, `EXPLAIN ${text.replace(/\$\d/g, '1')}`, [])
    }
    for (const text of [dueWebhooksSql('$1'), oldestDueSql('$1', '$2', '$3')]) {
      const steps = JSON.stringify(await plan(text))
      expect(steps).toContain('deliveries_due')
      expect(steps).not.toMatch(/SCAN deliveries|Seq Scan on deliveries/)
    }
  })
})

describe('events that webhooks are to hear of, in the embedded log', () => {
  const place = temporaryFolder()
  afterAll(async () => (await place).remove())

  it('are found from the last one on that was queued, and those of nobody are looked at once', async () => {
    const { options } = await place
    const database = await openDatabase({ ...options, checkpoint: false })
    if (database.engine !== 'sqlite') throw new Error('not the embedded database')
    expect(JSON.stringify(planOf(database, unqueuedEventsSql.replaceAll('?', '1')))).toContain(
      'SEARCH activity USING INTEGER PRIMARY KEY (rowid>?)',
    )
    const { happen } = await applicationOf(database)
    const queue = openDeliveryQueue(database)
    const queuedTo = () => database.hot.prepare("SELECT value FROM installation WHERE name = 'queued_activity'").get()
    await happen([], 10_000)
    await queue.queueMessages(10, 0)
    expect(queuedTo()).toEqual({ value: '0' })
    await happen([], 1)
    const elapsed = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_000)
    await queue.queueMessages(10, 0)
    elapsed.mockRestore()
    expect(queuedTo()).toEqual({ value: '10001' })
    await happen([7], 1)
    const another = openDeliveryQueue(database)
    expect(await Promise.all([queue.queueMessages(10, 0), another.queueMessages(10, 0)])).toEqual([
      { messages: 1, webhookIds: [7] },
      { messages: 0, webhookIds: [] },
    ])
    expect(queuedTo()).toEqual({ value: '10002' })
    await database.close()
  })
})

const planOf = ({ hot }: SqliteDatabase, text: string) => hot.prepare(`EXPLAIN QUERY PLAN ${text}`).all()
