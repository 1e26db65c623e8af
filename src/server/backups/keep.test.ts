import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copiesToRemove } from './keep.ts'

const rule = { recent: 7, weeks: 4, months: 6 }
const plenty = Number.POSITIVE_INFINITY
const copyOn = (date: string, bytes = 1, isDamaged = false) => ({ createdAt: new Date(date), bytes, isDamaged })
const dayOf = ({ createdAt }: { createdAt: Date }) => createdAt.toISOString().slice(0, 10)

/** A copy a day, the rotation after each, as the server does it. */
function afterDays(days: number, bytes = 1, room = plenty) {
  let copies: ReturnType<typeof copyOn>[] = []
  for (let day = 0; day < days; day += 1) {
    copies.push(copyOn(new Date(Date.UTC(2026, 0, 1 + day, 3)).toISOString(), bytes))
    const gone = new Set(copiesToRemove(copies, rule, room))
    copies = copies.filter((copy) => !gone.has(copy))
  }
  return copies.map(dayOf).reverse()
}

describe('the copies that are kept', () => {
  it('after a year of daily copies: seven days, four weeks and six months', () => {
    expect(afterDays(365)).toEqual([
      ...['2026-12-31', '2026-12-30', '2026-12-29', '2026-12-28', '2026-12-27', '2026-12-26', '2026-12-25'],
      // Sundays, the last days of their weeks
      ...['2026-12-20', '2026-12-13'],
      ...['2026-11-30', '2026-10-31', '2026-09-30', '2026-08-31', '2026-07-31'],
    ])
  })

  it('where room is short: months go first, then weeks, then the oldest days', () => {
    expect(afterDays(365, 10, 90)).toHaveLength(9)
    expect(afterDays(365, 10, 90).at(-1)).toBe('2026-12-13')
    expect(afterDays(365, 10, 30)).toEqual(['2026-12-31', '2026-12-30', '2026-12-29'])
    expect(afterDays(365, 10, 0)).toEqual(['2026-12-31'])
  })

  it('the newest readable one always stays, and damaged ones until there is one', () => {
    const damaged = copyOn('2026-03-03', 1, true)
    expect(copiesToRemove([damaged], rule, 0)).toEqual([])
    const readable = copyOn('2026-03-01')
    expect(copiesToRemove([damaged, readable], rule, 0)).toEqual([damaged])
    const times = fc.array(
      fc.record({
        createdAt: fc.date({ min: new Date('2025-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        bytes: fc.nat(100),
        isDamaged: fc.boolean(),
      }),
    )
    fc.assert(
      fc.property(times, fc.nat(500), (copies, room) => {
        const removed = new Set(copiesToRemove(copies, rule, room))
        const good = copies.filter(({ isDamaged }) => !isDamaged)
        const newest = Math.max(...good.map(({ createdAt }) => createdAt.getTime()))
        const stays = good.filter((copy) => !removed.has(copy))
        expect(good.length === 0 || stays.some(({ createdAt }) => createdAt.getTime() === newest)).toBe(true)
        const bytes = stays.reduce((sum, copy) => sum + copy.bytes, 0)
        expect(stays.length <= 1 || bytes <= room).toBe(true)
      }),
    )
  })
})
