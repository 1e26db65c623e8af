import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/harness/manual-clock.ts'
import { type ActivityEntry, createActivityThrottle } from './activity-throttle.ts'

const minute = 60_000

function open(scale?: number) {
  const clock = new ManualClock()
  const flood = createActivityThrottle(clock, scale)
  const entry = (change: Partial<ActivityEntry> = {}): ActivityEntry => ({
    applicationId: 1,
    event: 'login_failed',
    success: false,
    code: 'invalid_credentials',
    userId: null,
    username: 'ada',
    ipAddress: '192.0.2.1',
    userAgent: 'test',
    count: 1,
    at: clock.now(),
    ...change,
  })
  /** Whether an entry that is committed is listed. */
  const admit = (change?: Partial<ActivityEntry>) => {
    const { isListed, confirm } = flood.admit(entry(change))
    confirm(true)
    return isListed
  }
  const admitted = (times: number, change?: Partial<ActivityEntry>) =>
    Array.from({ length: times }, () => admit(change)).filter(Boolean).length
  return { clock, flood, entry, admit, admitted }
}

describe('a flood of refusals in the activity log', () => {
  it('is 20 rows a minute, then one that counts the rest', () => {
    const { clock, flood, entry, admitted } = open()
    expect(admitted(1000)).toBe(20)
    expect(flood.takeSuppressed()).toEqual([])
    clock.advance(minute)
    expect(flood.takeSuppressed()).toEqual([{ ...entry(), count: 980, at: new Date(clock.nowMs() - minute) }])
    expect(flood.takeSuppressed()).toEqual([])
    expect(admitted(21)).toBe(20)
  })

  it('does not hide another kind, address or application of the same minute', () => {
    const { admitted } = open()
    admitted(100)
    expect(admitted(1, { event: 'hwid_mismatch' })).toBe(1)
    expect(admitted(1, { ipAddress: '192.0.2.2' })).toBe(1)
    expect(admitted(1, { applicationId: 2 })).toBe(1)
  })

  it('does not hide what succeeded', () => {
    const { admitted } = open()
    admitted(100)
    expect(admitted(100, { success: true })).toBe(100)
  })

  it('counts the addresses of one IPv6 customer together: each may pick any of 2^64', () => {
    const { admit } = open()
    const ips = Array.from({ length: 100 }, (_, i) => `2001:db8:0:1::${i.toString(16)}`)
    expect(ips.filter((ipAddress) => admit({ ipAddress }))).toHaveLength(20)
    expect(admit({ ipAddress: '2001:db8:0:2::1' })).toBe(true)
  })

  it('is no longer for 200 that come at once, before it is known of any whether it happened', () => {
    const { clock, flood, entry } = open()
    const all = Array.from({ length: 200 }, () => flood.admit(entry()))
    expect(all.filter(({ isListed }) => isListed)).toHaveLength(20)
    for (const { confirm } of all) confirm(true)
    clock.advance(minute)
    expect(flood.takeSuppressed()).toMatchObject([{ count: 180 }])
  })

  it('has what was taken back neither listed nor counted: its place is another one’s', () => {
    const { clock, flood, entry, admitted } = open()
    const all = Array.from({ length: 30 }, () => flood.admit(entry()))
    for (const { confirm } of all) confirm(false)
    expect(admitted(30)).toBe(20)
    clock.advance(minute)
    expect(flood.takeSuppressed()).toMatchObject([{ count: 10 }])
  })

  it('whose count could not be written keeps it, with what came meanwhile', () => {
    const { clock, flood, admitted } = open()
    admitted(25)
    clock.advance(minute)
    const [held] = flood.takeSuppressed()
    admitted(22)
    if (held) flood.putBack(held)
    expect(flood.takeSuppressed()).toEqual([])
    clock.advance(minute)
    const [again] = flood.takeSuppressed()
    expect(again).toMatchObject({ count: 7 })
    if (again) flood.putBack(again)
    expect(flood.takeSuppressed()).toEqual([again])
  })

  it('stays counted when the next minute begins before the count was written', () => {
    const { clock, flood, admitted } = open()
    admitted(25)
    clock.advance(minute + 500)
    expect(admitted(3)).toBe(0)
    expect(flood.takeSuppressed()).toMatchObject([{ count: 8 }])
  })

  it('that was not large enough leaves nothing behind', () => {
    const { clock, flood, admitted } = open()
    admitted(20)
    clock.advance(minute)
    expect(flood.takeSuppressed()).toEqual([])
    expect(admitted(20)).toBe(20)
  })

  it('is written at shutdown, whatever minute it is', () => {
    const { flood, admitted } = open()
    admitted(25)
    expect(flood.takeSuppressed(true)).toMatchObject([{ count: 5 }])
  })

  it('neither goes unwritten nor hides refusals for years when the clock goes back', () => {
    const { clock, flood, admitted } = open()
    admitted(25)
    clock.advance(-3650 * 86_400_000)
    expect(flood.takeSuppressed()).toMatchObject([{ count: 5 }])
    expect(admitted(1)).toBe(1)
  })

  it('of very many addresses is bounded in memory: what is beyond has one count per application and event', () => {
    const { clock, flood, admit } = open()
    const addresses = (count: number) =>
      Array.from({ length: count }, (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`)
    const fromMany = (count: number, change: Partial<ActivityEntry> = {}) =>
      addresses(count).filter((ipAddress) => admit({ ...change, ipAddress })).length
    expect(fromMany(60_000)).toBe(50_020)
    expect(fromMany(30, { applicationId: 2 })).toBe(20)
    expect(fromMany(30, { applicationId: 2, event: 'hwid_mismatch' })).toBe(20)
    clock.advance(minute)
    const held = flood.takeSuppressed()
    expect(held.map(({ applicationId, event, count }) => [applicationId, event, count])).toEqual([
      [1, 'login_failed', 9_980],
      [2, 'login_failed', 10],
      [2, 'hwid_mismatch', 10],
    ])
    expect(fromMany(100)).toBe(100)
    for (const each of held) flood.putBack(each)
    expect(flood.takeSuppressed(true).reduce((sum, { count }) => sum + count, 0)).toBe(10_000)
  })

  it('is listed longer where the limits are raised', () => {
    expect(open(2).admitted(100)).toBe(40)
  })
})
