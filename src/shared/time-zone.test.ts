import { describe, expect, it } from 'vitest'
import { addDays, isTimeZone, openTimeZone } from './time-zone.ts'

describe('a time zone', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Europe/Berlin', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['America/Los_Angeles', '2026-11-02', '2026-11-02T08:00:00.000Z'],
    ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00.000Z'],
    ['UTC', '2026-01-01', '2026-01-01T00:00:00.000Z'],
    // Clocks go from midnight to one: east and west of UTC.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ])('%s begins %s at %s', (name, day, start) => {
    const zone = openTimeZone(name)
    expect(new Date(zone.startOfDayMs(day)).toISOString()).toBe(start)
    expect(zone.dayAt(zone.startOfDayMs(day))).toBe(day)
    expect(zone.dayAt(zone.startOfDayMs(day) - 1)).toBe(addDays(day, -1))
  })

  it('reads back every hour of a year that its clocks show once', () => {
    for (const name of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']) {
      const zone = openTimeZone(name)
      const lost: string[] = []
      for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 3_600_000) {
        const back = zone.momentMs(zone.wallMs(at))
        if (zone.wallMs(back) !== zone.wallMs(at)) lost.push(`${name} ${new Date(at).toISOString()}`)
      }
      expect(lost).toEqual([])
    }
  })

  it('is known by its name alone', () => {
    for (const name of ['Europe/Berlin', 'UTC', 'America/Argentina/Ushuaia']) expect(isTimeZone(name)).toBe(true)
    for (const name of ['', 'Mars/Olympus', '+02:00', '-08', 'Europe/Berlin ', '0'])
      expect(isTimeZone(name)).toBe(false)
  })
})
