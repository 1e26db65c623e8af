import { expect, it } from 'vitest'
import { nextAttempt, nextSender, type SmtpId } from './mail-schedule.ts'

const now = new Date('2026-03-01T12:00:00Z')
const minutesUntil = (at: Date | undefined) => at && (at.getTime() - now.getTime()) / 60_000

it('a mail is tried again after 1, 5 and 30 minutes, 2 and 6 hours, and then given up', () => {
  const delays = [0, 1, 2, 3, 4, 5].map((attempts) => minutesUntil(nextAttempt(attempts, false, now)))
  expect(delays).toEqual([1, 5, 30, 120, 360, undefined])
})

it('a mail that is refused for good is not tried again', () => {
  expect(nextAttempt(0, true, now)).toBeUndefined()
})

const due = (...ids: number[]) => ids.map((applicationId) => ({ applicationId, hasOwnSmtp: false }))
const idle = { busy: new Map<SmtpId, number>(), pausedUntilMs: new Map<SmtpId, number>() }

it('applications have their turns one after another', () => {
  const turn = (last: number) => nextSender(due(2, 5, 9), last, idle, 0)?.applicationId
  expect([turn(0), turn(2), turn(5), turn(9)]).toEqual([2, 5, 9, 2])
  expect(nextSender([], 0, idle, 0)).toBeUndefined()
})

it('a mail server that was not reached rests, and only those that use it', () => {
  const senders = [...due(2), { applicationId: 3, hasOwnSmtp: true }]
  const paused = { ...idle, pausedUntilMs: new Map<SmtpId, number>([['application 3', 100]]) }
  expect(nextSender(senders, 2, paused, 99)?.applicationId).toBe(2)
  expect(nextSender(senders, 2, paused, 100)?.applicationId).toBe(3)
  const all = { ...idle, pausedUntilMs: new Map<SmtpId, number>([['server', 100]]) }
  expect(nextSender(senders, 0, all, 99)?.applicationId).toBe(3)
})

it('an own mail server gets two mails at once, the one of the installation ten, and all together twenty', () => {
  const own = { applicationId: 3, hasOwnSmtp: true }
  const busyWith = (...busy: [SmtpId, number][]) => ({ ...idle, busy: new Map(busy) })
  expect(nextSender([own], 0, busyWith(['application 3', 1]), 0)).toBe(own)
  expect(nextSender([own], 0, busyWith(['application 3', 2]), 0)).toBeUndefined()
  expect(nextSender(due(2), 0, busyWith(['server', 9]), 0)?.applicationId).toBe(2)
  expect(nextSender(due(2), 0, busyWith(['server', 10]), 0)).toBeUndefined()
  const many = Array.from({ length: 10 }, (_, n): [SmtpId, number] => [`application ${n + 10}`, 2])
  expect(nextSender([own], 0, busyWith(...many), 0)).toBeUndefined()
})
