import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { newWorld, useMailSuite } from '../../../test/harness/mail-suite.ts'
import { openMailQueue } from './queue-mail.ts'

const hourMs = 3_600_000
const key = { kind: 'key', keys: ['KW-SECRET-KEY'], order: 'A-1', isTest: false } as const

describeOnBothDatabases('a mail to a customer', (open) => {
  const suite = useMailSuite(open)
  const rows = () => suite.database.reads.selectFrom('mails').selectAll().orderBy('id').execute()
  const outcomes = (all: readonly string[]) =>
    Object.fromEntries(
      Map.groupBy(all, (each) => each)
        .entries()
        .map(([name, same]) => [name, same.length]),
    )

  it('is stored sealed: neither recipient, key nor code can be read in the database', async () => {
    const w = await newWorld(suite)
    await suite.queue(w, 'sealed-buyer@example.com', { subject: key })
    await suite.queue(w, 'sealed-buyer@example.com')
    const stored = JSON.stringify(await rows())
    expect(stored).toContain('"kind":"key"')
    for (const secret of ['sealed-buyer', 'KW-SECRET-KEY', '12345678']) expect(stored).not.toContain(secret)
  })

  it('exists only if the transaction of its cause commits', async () => {
    const w = await newWorld(suite)
    const { applicationId } = w
    const before = (await rows()).length
    const failing = suite.test.stores.transaction(async (tx) => {
      expect(await suite.queueIn(tx, { applicationId, to: 'a@example.com', subject: key })).toBe('queued')
      throw new Error('the cause failed')
    })
    await expect(failing).rejects.toThrow('the cause failed')
    expect(await rows()).toHaveLength(before)
    expect(await suite.queue(w, 'a@example.com')).toBe('queued')
    expect(await rows()).toHaveLength(before + 1)
  })

  it('of 200 codes to one recipient at once, five are queued and the others are refused and counted', async () => {
    const w = await newWorld(suite)
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, n) => suite.queue(w, n % 2 ? 'One@example.com' : 'one@example.com')),
    )
    expect(outcomes(all)).toEqual({ queued: 5, recipient_limit: 195 })
    expect((await suite.state(w)).queue).toMatchObject({ waiting: 5, refused: 195, refusedReason: 'recipient_limit' })
    const other = await newWorld(suite)
    expect(await suite.queue(other, 'one@example.com')).toBe('queued')
    suite.test.clock.advance(hourMs)
    expect(await suite.queue(w, 'one@example.com')).toBe('queued')
  })

  it('of 200 with license keys to one recipient at once, those of a day wait their turn, and no code overtakes them', async () => {
    const w = await newWorld(suite)
    const all = await Promise.all(
      Array.from({ length: 200 }, () => suite.queue(w, 'reseller@example.com', { subject: key })),
    )
    expect(outcomes(all)).toEqual({ queued: 25, recipient_limit: 175 })
    expect(await suite.queue(w, 'reseller@example.com')).toBe('recipient_limit')
    const from = suite.sink.mails.length
    const received = () => suite.sink.mails.slice(from).filter(({ to }) => to.includes('reseller@example.com')).length
    await suite.test.app.mails.sendDue()
    expect(received()).toBe(5)
    suite.test.clock.advance(hourMs)
    await suite.test.app.mails.sendDue()
    expect(received()).toBe(10)
    suite.test.clock.advance(24 * hourMs)
    await suite.test.app.mails.sendDue()
    expect(received()).toBe(25)
  })

  it('of 200 at once, no more are queued than the 1,000 that may wait for one application', async () => {
    const w = await newWorld(suite)
    await fill(w.applicationId, 990)
    const all = await Promise.all(Array.from({ length: 200 }, (_, n) => suite.queue(w, `buyer${n}@example.com`)))
    expect(outcomes(all)).toEqual({ queued: 10, queue_full: 190 })
    expect((await suite.state(w)).queue).toMatchObject({ waiting: 1000, refused: 190, refusedReason: 'queue_full' })
    await empty()
    expect(await suite.queue(w, 'later@example.com')).toBe('queued')
  })

  it('of 200 at once, no more are queued than the 10,000 that may wait in all', async () => {
    await empty()
    const w = await newWorld(suite)
    for (let n = 0; n < 9; n += 1) await fill((await newWorld(suite)).applicationId, 1000)
    await fill((await newWorld(suite)).applicationId, 993)
    const all = await Promise.all(Array.from({ length: 200 }, (_, n) => suite.queue(w, `buyer${n}@example.com`)))
    expect(outcomes(all)).toEqual({ queued: 7, queue_full: 193 })
    await empty()
  })

  it('is refused where its address is not one mailbox, and not queued without a mail server', async () => {
    const w = await newWorld(suite)
    const before = (await rows()).length
    for (const to of ['a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com', '']) {
      expect(await suite.queue(w, to)).toBe('bad_address')
    }
    expect((await suite.state(w)).queue).toMatchObject({ refused: 3, refusedReason: 'bad_address' })
    const without = openMailQueue({ clock: suite.test.clock, hasServerSmtp: false })
    const { stores } = suite.test
    const { applicationId } = w
    const send = () =>
      stores.transaction((tx) => without.queueMail(tx, { applicationId, to: 'a@example.com', subject: key }))
    expect([await without.canSend(stores, applicationId), await send()]).toEqual([false, 'no_sender'])
    expect(await rows()).toHaveLength(before)
    const smtp = { host: 'mail.example.com', port: 465, security: 'tls', username: null, from: 'shop@example.com' }
    await w.dashboard('PATCH', `${w.base}/mail`, { smtp })
    expect([await without.canSend(stores, applicationId), await send()]).toEqual([true, 'queued'])
    await empty()
  })

  it('and what came of it are deleted after 14 days', async () => {
    const w = await newWorld(suite)
    await suite.queue(w, 'old@example.com')
    await suite.test.app.mails.sendDue()
    suite.test.clock.advance(13 * 24 * hourMs)
    await suite.test.app.jobs.purge()
    expect(await rows()).not.toEqual([])
    suite.test.clock.advance(24 * hourMs + 1)
    await suite.test.app.jobs.purge()
    expect(await rows()).toEqual([])
  })

  /** Mails that wait, of nobody. */
  const fill = (applicationId: number, count: number) =>
    suite.database.transaction(async (db) => {
      const at = suite.test.clock.nowMs()
      const row = {
        ...{
          application_id: applicationId,
          kind: 'code',
          state: 'waiting',
          recipient_lookup: 'x',
          recipient_sealed: 'x',
        },
        ...{ content_sealed: 'x', attempts: 0, planned_at: at, next_at: at, expires_at: null, created_at: at },
      }
      for (let left = count; left > 0; left -= 200) {
        await db
          .insertInto('mails')
          .values(Array.from({ length: Math.min(left, 200) }, () => row))
          .execute()
      }
    })
  const empty = () => suite.database.transaction((db) => db.deleteFrom('mails').execute())
})
