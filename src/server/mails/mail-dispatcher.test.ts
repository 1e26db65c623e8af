import { expect, it, onTestFinished, vi } from 'vitest'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { newWorld, useMailSuite } from '../../../test/harness/mail-suite.ts'
import { openLog } from '../lib/log.ts'
import { openMailDispatcher } from './mail-dispatcher.ts'

const minuteMs = 60_000
const codeMail = { kind: 'code', code: '55667788', validMinutes: 10 } as const

describeOnBothDatabases('mail to customers', (open) => {
  const suite = useMailSuite(open)
  let addresses = 0
  const newAddress = () => {
    addresses += 1
    return `customer${addresses}@example.com`
  }
  const sendDue = () => suite.test.app.mails.sendDue()
  const received = (to: string) => suite.sink.mails.filter((mail) => mail.to.includes(to))
  const later = async (ms: number) => {
    suite.test.clock.advance(ms)
    await sendDue()
  }
  const settle = async () => {
    suite.sink.trouble()
    await later(7 * 60 * minuteMs)
  }

  it('comes from the application, by the name and with the Reply-To of its settings, and is deleted once it was sent', async () => {
    const w = await newWorld(suite)
    const to = newAddress()
    await w.dashboard('PATCH', `${w.base}/mail`, { fromName: 'Möbius Tools', replyTo: 'help@maker.example' })
    expect(await suite.queue(w, to)).toBe('queued')
    expect(received(to)).toEqual([])
    await sendDue()
    const [mail, ...more] = received(to)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ from: 'noreply@example.com', to: [to] })
    expect(mail?.text).toMatch(/^From: =\?UTF-8\?\S+\?= <noreply@example.com>$/m)
    expect(mail?.text).toMatch(/^Reply-To: help@maker.example$/m)
    expect(mail?.text).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(mail?.text).toContain('12345678')
    const stored = suite.database.reads.selectFrom('mails').select(['state', 'content_sealed'])
    const ofApplication = await stored.where('application_id', '=', w.applicationId).execute()
    expect(ofApplication).toEqual([{ state: 'sent', content_sealed: null }])
    expect((await suite.state(w)).queue).toMatchObject({ waiting: 0, failed: 0, lastSentAt: expect.any(String) })
  })

  it('is sent later, each once, when the mail server was away for an hour; logins go on meanwhile', async () => {
    const w = await newWorld(suite)
    const who = await w.user()
    const all = Array.from({ length: 8 }, newAddress)
    suite.sink.trouble(() => 'end')
    for (const to of all) await suite.queue(w, to)
    for (let minute = 0; minute < 60; minute += 5) {
      await later(5 * minuteMs)
      expect((await w.login(who)).body.code).toBe('login_successful')
    }
    expect(all.flatMap(received)).toEqual([])
    expect((await suite.state(w)).queue).toMatchObject({ waiting: 8, failed: 0, waitingError: expect.any(String) })
    suite.sink.trouble()
    for (let hour = 0; hour < 7; hour += 1) await later(60 * minuteMs)
    expect(all.map((to) => received(to).length)).toEqual(all.map(() => 1))
    expect((await suite.state(w)).queue).toMatchObject({ waiting: 0, failed: 0 })
  })

  it.each(['greeting', 'MAIL', 'RCPT', 'DATA'])('is sent again where the mail server dies at %s', async (command) => {
    const w = await newWorld(suite)
    const to = newAddress()
    await suite.queue(w, to)
    suite.sink.trouble((line) => (line.startsWith(command) ? 'end' : undefined))
    await sendDue()
    suite.sink.trouble()
    expect(received(to)).toEqual([])
    await later(minuteMs)
    expect(received(to)).toHaveLength(1)
  })

  it('that the mail server took before it died comes twice, as the same message, so that a mailbox can drop one', async () => {
    const w = await newWorld(suite)
    const to = newAddress()
    await suite.queue(w, to)
    suite.sink.trouble((line) => (line === '.' ? 'end' : undefined))
    await sendDue()
    suite.sink.trouble()
    await later(minuteMs)
    const ids = received(to).map(({ text }) => /^Message-ID: (<\S+@example\.com>)$/im.exec(text)?.[1])
    expect(ids).toEqual([expect.any(String), ids[0]])
    const other = newAddress()
    await suite.queue(w, other)
    await sendDue()
    expect(received(other)[0]?.text).not.toContain(ids[0])
  })

  it('is given up at once where its recipient is refused for good, with the reason, and tried again where for now', async () => {
    const w = await newWorld(suite)
    const [gone, busy] = [newAddress(), newAddress()]
    suite.sink.trouble((line) => {
      if (line === `RCPT TO:<${gone}>`) return '550 no such mailbox'
      return line === `RCPT TO:<${busy}>` ? '451 try again later' : undefined
    })
    await suite.queue(w, gone)
    await suite.queue(w, busy)
    await sendDue()
    const { queue } = await suite.state(w)
    expect(queue).toMatchObject({ waiting: 1, failed: 1 })
    expect(queue.failures).toMatchObject([{ kind: 'code', to: gone }])
    expect(queue.failures[0]?.error).toContain('550 no such mailbox')
    expect(queue.waitingError).toContain('451 try again later')
    suite.sink.trouble()
    await later(minuteMs)
    expect([received(gone).length, received(busy).length]).toEqual([0, 1])
  })

  it('is given up after six attempts in nine hours, and counted as failed', async () => {
    const w = await newWorld(suite)
    const to = newAddress()
    let tries = 0
    suite.sink.trouble((line) => {
      if (line.startsWith('RCPT')) tries += 1
      return line.startsWith('RCPT') ? '451 never' : undefined
    })
    await suite.queue(w, to)
    await sendDue()
    for (let step = 0; step < 12; step += 1) await later(60 * minuteMs)
    suite.sink.trouble()
    await later(60 * minuteMs)
    expect(tries).toBe(6)
    expect(received(to)).toEqual([])
    expect((await suite.state(w)).queue).toMatchObject({ waiting: 0, failed: 1 })
  })

  it('is not sent once its code has ended', async () => {
    const w = await newWorld(suite)
    const to = newAddress()
    await suite.queue(w, to, { expiresAt: new Date(suite.test.clock.nowMs() + 10 * minuteMs) })
    await later(10 * minuteMs)
    expect(received(to)).toEqual([])
    expect((await suite.state(w)).queue).toMatchObject({ waiting: 0, failed: 1 })
  })

  it('of several applications goes out in turns, however many one of them has', async () => {
    await settle()
    const [many, few] = [await newWorld(suite), await newWorld(suite)]
    const first = Array.from({ length: 30 }, newAddress)
    const second = Array.from({ length: 3 }, newAddress)
    for (const to of first) await suite.queue(many, to)
    for (const to of second) await suite.queue(few, to)
    const from = suite.sink.mails.length
    await sendDue()
    const order = suite.sink.mails.slice(from).map(({ to }) => to[0] ?? '')
    expect(order).toHaveLength(33)
    // ten at once, so that the last of them may be overtaken by some
    expect(Math.max(...second.map((to) => order.indexOf(to)))).toBeLessThan(16)
  })

  it('that a killed server had claimed is sent by the next one, a minute later, and not before', async () => {
    const w = await newWorld(suite)
    const to = newAddress()
    await suite.queue(w, to)
    const now = suite.test.clock.now()
    const until = new Date(now.getTime() + minuteMs)
    const claimed = await suite.test.stores.transaction((tx) => tx.mails.claim(w.applicationId, now, until))
    expect(claimed?.to).toBe(to)
    await later(minuteMs - 1)
    expect(received(to)).toEqual([])
    await later(1)
    expect(received(to)).toHaveLength(1)
  })

  it('is sent once by two servers on one database', async () => {
    const w = await newWorld(suite)
    const all = Array.from({ length: 40 }, newAddress)
    for (const to of all) await suite.queue(w, to)
    const sent: string[] = []
    const { stores, clock } = suite.test
    const node = () =>
      openMailDispatcher({
        hasOtherNodes: true,
        ...{ stores, clock, log: openLog('info', 'json', () => {}), onTried: () => {} },
        sendAs: async (_sender, { to }) => void sent.push(to),
      })
    await Promise.all([node().sendDue(), node().sendDue(), node().sendDue()])
    expect(sent.sort()).toEqual(all.sort())
  })

  it('is sent a moment after it was queued, though nothing waited before and others are queued behind it', async () => {
    const w = await newWorld(suite)
    const to = newAddress()
    const { stores, clock } = suite.test
    const looked = Promise.withResolvers<void>()
    const sent = Promise.withResolvers<string>()
    const watched = {
      ...stores.mails,
      hasWaiting: (...about: Parameters<typeof stores.mails.hasWaiting>) =>
        stores.mails.hasWaiting(...about).finally(looked.resolve),
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const mails = openMailDispatcher({
      hasOtherNodes: true,
      ...{ stores: { ...stores, mails: watched }, clock, log: openLog('info', 'json', () => {}), onTried: () => {} },
      sendAs: async (_sender, mail) => sent.resolve(mail.to),
    })
    onTestFinished(() => mails.stop())
    mails.start()
    vi.advanceTimersByTime(200)
    await looked.promise
    await new Promise((resolve) => setImmediate(resolve))
    await suite.queue(w, to)
    mails.wake()
    vi.advanceTimersByTime(150)
    mails.wake()
    vi.advanceTimersByTime(50)
    expect(await sent.promise).toBe(to)
  })

  it('that a wrong clock had planned for next year is sent now', async () => {
    const w = await newWorld(suite)
    const to = newAddress()
    await suite.queue(w, to)
    const nextYear = suite.test.clock.nowMs() + 365 * 24 * 60 * minuteMs
    await suite.database.transaction((db) =>
      db.updateTable('mails').set({ next_at: nextYear }).where('application_id', '=', w.applicationId).execute(),
    )
    await sendDue()
    expect(received(to)).toHaveLength(1)
  })

  it('leaves neither recipient, code nor answer of a mail server in the log', async () => {
    const w = await newWorld(suite)
    const to = newAddress()
    suite.sink.trouble((line) => (line.startsWith('RCPT') ? `550 nobody called ${to}` : undefined))
    const from = suite.test.log.length
    await suite.queue(w, to, { subject: codeMail })
    await sendDue()
    suite.sink.trouble()
    const lines = suite.test.log.slice(from).join('\n')
    expect(lines).toContain('mail not sent')
    expect(lines).toContain('550')
    for (const secret of [to, 'nobody called', codeMail.code]) expect(lines).not.toContain(secret)
  })
})
