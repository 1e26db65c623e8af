import { describe, expect, it } from 'vitest'
import { hasLoggedIn, rememberLogin } from './decide-login.ts'

const nowMs = Date.UTC(2026, 0, 1)
const device = { ip: '192.0.2.1', hwid: 'PC-1', passwordHash: 'hash' }
const other = (n: number) => ({ ...device, hwid: `PC-${n}` })

describe('recent logins', () => {
  it('keep each device of an account that several share at once', () => {
    let recent: string | null = null
    for (let n = 1; n <= 8; n += 1) recent = rememberLogin(recent, other(n), nowMs + n)
    for (let n = 1; n <= 8; n += 1) expect(hasLoggedIn(recent, other(n), nowMs + 100)).toBe(true)
    expect(hasLoggedIn(recent, other(9), nowMs)).toBe(false)
  })

  it('forget the oldest beyond eight, and every one after a minute', () => {
    let recent: string | null = null
    for (let n = 0; n <= 8; n += 1) recent = rememberLogin(recent, other(n), nowMs)
    expect(hasLoggedIn(recent, other(0), nowMs)).toBe(false)
    const later = rememberLogin(recent, device, nowMs + 60_001)
    expect(later.split(' ')).toHaveLength(1)
  })

  it('keep one entry of a device that logs in again and again, the latest', () => {
    const twice = rememberLogin(rememberLogin(null, device, nowMs), device, nowMs + 50_000)
    expect(twice.split(' ')).toHaveLength(1)
    expect(hasLoggedIn(twice, device, nowMs + 110_000)).toBe(true)
  })

  it('take addresses of one /64 for the same, in whatever spelling, and no others', () => {
    const recent = rememberLogin(null, { ...device, ip: '2001:db8:0:1::1' }, nowMs)
    expect(hasLoggedIn(recent, { ...device, ip: '2001:DB8:0:1:0:0:0:FFFF' }, nowMs)).toBe(true)
    expect(hasLoggedIn(recent, { ...device, ip: '2001:db8:0:2::1' }, nowMs)).toBe(false)
    expect(hasLoggedIn(rememberLogin(null, device, nowMs), { ...device, ip: '::ffff:192.0.2.1' }, nowMs)).toBe(true)
  })

  it('tell a device without a hardware id from one with it', () => {
    const recent = rememberLogin(null, { ...device, hwid: undefined }, nowMs)
    expect(hasLoggedIn(recent, { ...device, hwid: undefined }, nowMs)).toBe(true)
    expect(hasLoggedIn(recent, device, nowMs)).toBe(false)
  })

  it('name neither address nor hardware id, and are short', () => {
    const recent = rememberLogin(null, device, nowMs)
    expect(recent).toMatch(/^[0-9a-z]{8}\.[\w-]{16}$/)
  })

  it('prove nothing where nothing is kept', () => {
    for (const nothing of [null, '', 'x', '. .']) expect(hasLoggedIn(nothing, device, nowMs)).toBe(false)
  })
})
