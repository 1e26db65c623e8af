import { afterEach, expect, test, vi } from 'vitest'
import { pageAccount } from '../session/page-account.ts'
import { clearSessionExpired, sessionExpiry } from '../session/session-expiry.ts'
import { api } from './client.ts'

const sent: Headers[] = []
const reload = vi.fn()

function answer(status: number, code: string): void {
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers))
    return new Response(JSON.stringify({ code, message: 'No' }), { status })
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
  clearSessionExpired()
})

test('before anybody is known no call names an account, and a 401 ends nothing', async () => {
  answer(401, 'not_signed_in')
  await expect(api('GET /api/applications', { query: {} })).rejects.toThrow('No')
  expect([sent.at(-1)?.get('x-account'), sessionExpiry.get()]).toEqual([null, false])
})

test('a session that is over is heard of at any call, and no other refusal says so', async () => {
  pageAccount.set(7)
  for (const [status, code] of [
    [401, 'sign_in_failed'],
    [401, 'invalid_admin_key'],
    [403, 'permission_missing'],
    [429, 'rate_limited'],
  ] as const) {
    answer(status, code)
    await expect(api('GET /api/applications', { query: {} })).rejects.toThrow('No')
    expect(sessionExpiry.get()).toBe(false)
  }
  answer(401, 'not_signed_in')
  await expect(api('GET /api/applications', { query: {} })).rejects.toThrow('No')
  expect([sent.at(-1)?.get('x-account'), sessionExpiry.get(), reload.mock.calls.length]).toEqual(['7', true, 0])
})

test('a page of somebody who is no longer signed in is loaded anew', async () => {
  answer(409, 'other_account')
  await expect(api('GET /api/applications', { query: {} })).rejects.toThrow('No')
  expect(reload).toHaveBeenCalledOnce()
})
