import { describe, expect, it } from 'vitest'
import { useSeededApp } from '../../../../test/harness/use-suite.ts'

describe('hits of a blacklist entry', () => {
  const test = useSeededApp()
  const user = { username: 'eve', password: 'long enough', email: 'eve@example.com' }
  const block = async (type: string, value: string) =>
    (await test.maker.api<{ id: number }>('POST', '/api/blacklist', { type, value })).body.id
  const remove = (id: number) => test.maker.api('DELETE', `/api/blacklist/${id}`)
  const hitsOf = async (id: number) => {
    await test.app.jobs.flush()
    const entries = (
      await test.maker.api<{ id: number; hits: number; lastHitAt: string | null }[]>('GET', '/api/blacklist')
    ).body
    return entries.find((entry) => entry.id === id)
  }

  it('count every call it refuses, each once, and tell when the last one came', async () => {
    const { id } = (await test.maker.api<{ id: number }>('POST', `${test.base}/users`, user)).body
    const token = await test.startSession(id)
    for (const [type, value] of [
      ['username', 'EVE'],
      ['email', 'eve@example.com'],
      ['ip', '127.0.0.0/8'],
      ['hwid', 'pc-9'],
    ] as const) {
      const entry = await block(type, value)
      expect(await hitsOf(entry)).toMatchObject({ hits: 0, lastHitAt: null })
      const login = await test.client('login', { ...user, hwid: 'PC-9' })
      expect(login.body.code).toBe('access_blocked')
      if (type !== 'hwid') expect(await test.heartbeats(token)).toEqual(['access_blocked'])
      const hits = type === 'hwid' ? 1 : 2
      expect(await hitsOf(entry)).toMatchObject({ hits, lastHitAt: test.clock.now().toISOString() })
      await remove(entry)
    }
  })

  it('leave the entries alone that were not needed', async () => {
    const [first, second] = [await block('username', 'eve'), await block('username', 'mallory')]
    await test.client('login', { username: 'eve', password: 'whatever' })
    await test.client('login', { username: 'nobody', password: 'whatever' })
    expect([(await hitsOf(first))?.hits, (await hitsOf(second))?.hits]).toEqual([1, 0])
    await test.client('login', { username: 'mallory', password: 'whatever' })
    await remove(second)
    expect(await hitsOf(first)).toMatchObject({ hits: 1 })
  })
})
