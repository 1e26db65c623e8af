import { hash as argon2 } from '@node-rs/argon2'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { openLog } from '../log.ts'
import { Busy, type HashQueueKey, openPasswords } from './passwords.ts'

const passwords = openPasswords()
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 }

describe('a password', () => {
  it('is stored as argon2id at 19 MiB and two passes', async () => {
    expect(await passwords.hash('secret')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it.each([
    ['empty', ''],
    ['with outer spaces', ' secret '],
    ['with NUL', 'se\0cret'],
    ['with an emoji', 'se🔑cret'],
    ['of 72 bytes', 'x'.repeat(72)],
    ['of 1,024 bytes', 'x'.repeat(1024)],
    ['of 1,025 bytes', 'x'.repeat(1025)],
  ])('%s verifies, and no other does', async (_kind, password) => {
    const stored = await passwords.hash(password)
    expect(await passwords.verify(stored, password)).toBe(true)
    for (const other of [
      `${password}x`,
      `x${password}`,
      password.slice(1),
      password.trim(),
      password.replace('\0', ''),
    ]) {
      if (other !== password) expect(await passwords.verify(stored, other), other).toBe(false)
    }
  })

  it('is one of its own for any text, at any length', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 200 }),
        fc.string({ minLength: 1 }),
        async (password, more) => {
          const stored = await argon2(password, { ...cheap, memoryCost: 64 })
          return (await passwords.verify(stored, password)) && !(await passwords.verify(stored, password + more))
        },
      ),
      { numRuns: 300 },
    )
  })

  it('is noticed when it differs after the 72nd byte', async () => {
    const stored = await passwords.hash(`${'x'.repeat(100)}a`)
    expect(await passwords.verify(stored, `${'x'.repeat(100)}b`)).toBe(false)
  })

  it.each(['', ' ', 'secret', '$argon2id$', '$argon2id$v=19$m=19456,t=2,p=1$$', '$2b$10$abcdefghijklmnopqrstuv'])(
    'never verifies against the stored text %j',
    async (stored) => {
      expect(await passwords.verify(stored, 'secret')).toBe(false)
      expect(await passwords.verify(stored, stored)).toBe(false)
      expect(await passwords.verify(stored, '')).toBe(false)
    },
  )

  it('never verifies against a hash that cannot be decoded; the log says whose it is, and never the hash', async () => {
    const log: string[] = []
    const told = openPasswords({ log: openLog('info', 'json', (line) => log.push(line)) })
    const stored = `$argon2id$v=19$m=64,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(42)}B`
    const line = { tenant: 1, application: 7, address: '192.0.2.1', account: 'ada' }
    expect(await told.verify(stored, 'secret', { line })).toBe(false)
    expect(await told.verify(stored, 'secret', { line })).toBe(false)
    expect(await told.verify('', 'secret', { line })).toBe(false)
    await vi.waitFor(() => expect(log).toHaveLength(1), { timeout: 60_000 })
    expect(JSON.parse(log[0] ?? '')).toMatchObject({ level: 'warn', applicationId: 7, username: 'ada', count: 2 })
    expect(log[0]).not.toContain('AAAA')
  })

  it('never verifies for a name that nobody has', async () => {
    expect(await passwords.verifyDummy('secret')).toBe(false)
  })

  it('of a hash at another cost verifies and asks to be hashed again, up or down', async () => {
    const old = await argon2('secret', { ...cheap, memoryCost: 4096 })
    expect(await passwords.verify(old, 'secret')).toBe(true)
    expect(passwords.needsRehash(old)).toBe(true)
    expect(passwords.needsRehash(await argon2('secret', { memoryCost: 19_456, timeCost: 1 }))).toBe(true)
    const dear = await argon2('secret', { memoryCost: 65_536, timeCost: 10 })
    expect(await passwords.verify(dear, 'secret')).toBe(true)
    expect(passwords.needsRehash(dear)).toBe(true)
    const lanes = await argon2('secret', { memoryCost: 19_456, timeCost: 2, parallelism: 4 })
    expect(await passwords.verify(lanes, 'secret')).toBe(true)
    expect(passwords.needsRehash(lanes)).toBe(true)
    expect(passwords.needsRehash(await passwords.hash('secret'))).toBe(false)
    expect(passwords.needsRehash('')).toBe(true)
  })
})

describe('the queue for passwords', () => {
  it('refuses what is beyond its bound, and serves the rest', async () => {
    const { verifyDummy } = openPasswords({ slots: 1, dashboardQueueLimit: 3 })
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => verifyDummy('x')))
    expect(results.map(({ status }) => status)).toEqual([...Array(4).fill('fulfilled'), ...Array(2).fill('rejected')])
    expect(results.at(-1)).toMatchObject({ reason: expect.any(Busy) })
    expect(await verifyDummy('x')).toBe(false)
  })

  it.each<[string, (address: string) => HashQueueKey]>([
    ['of an application', (address) => ({ tenant: 1, application: 1, account: 'somebody', address })],
    ['of the dashboard', (address) => ({ dashboard: { account: 'owner@example.com', address } })],
  ])('%s gives a newcomer a place that a caller with many addresses of one /64 holds', async (_name, lineOf) => {
    const { verifyDummy } = openPasswords({ slots: 1, queueLimit: 5, dashboardQueueLimit: 5 })
    const attack = Array.from({ length: 9 }, (_, place) => verifyDummy('x', { line: lineOf(`2001:db8::${place}`) }))
    const honest = verifyDummy('x', { line: lineOf('2001:db8:0:1::1') })
    const results = await Promise.allSettled(attack)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    await expect(honest).resolves.toBe(false)
  })

  it('keeps places for the dashboard', async () => {
    const { verifyDummy } = openPasswords({ slots: 1, queueLimit: 2, dashboardQueueLimit: 2 })
    const line = { tenant: 1, application: 1, address: '192.0.2.1', account: 'somebody' }
    const attack = Array.from({ length: 9 }, () => verifyDummy('x', { line }).catch(() => 'refused'))
    const signIn = { line: { dashboard: { address: '192.0.2.2', account: 'owner@example.com' } } }
    await expect(Promise.all([verifyDummy('x', signIn), verifyDummy('x', signIn)])).resolves.toEqual([false, false])
    await expect(Promise.all(attack)).resolves.toContain('refused')
  })

  it('asks once more when the turn has come, and spends no time on a caller who is refused then', async () => {
    const { verifyDummy } = openPasswords({ slots: 1 })
    let refused = false
    const first = verifyDummy('x').then(() => {
      refused = true
    })
    const second = verifyDummy('x', {
      onTurn() {
        if (refused) throw new Error('limit reached meanwhile')
        return undefined
      },
    })
    await first
    await expect(second).rejects.toThrow('limit reached meanwhile')
    expect(await verifyDummy('x')).toBe(false)
  })
})
