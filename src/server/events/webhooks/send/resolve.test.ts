import { Resolver } from 'node:dns/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openResolve } from './connect.ts'

const failure = (code: string) => Object.assign(new Error(code), { code })

/** What the name servers say of every name: addresses, or why not. */
function nameServers(v4: string[] | string, v6: string[] | string) {
  const say = (said: string[] | string) => async () => {
    if (typeof said === 'string') throw failure(said)
    return said
  }
  vi.spyOn(Resolver.prototype, 'resolve4').mockImplementation(say(v4) as unknown as Resolver['resolve4'])
  vi.spyOn(Resolver.prototype, 'resolve6').mockImplementation(say(v6) as unknown as Resolver['resolve6'])
}

describe('the addresses of a receiver', () => {
  afterEach(() => vi.restoreAllMocks())

  it('are all that the name servers know, of both kinds', async () => {
    nameServers(['192.0.2.1', '192.0.2.2'], ['2001:db8::1'])
    expect(await openResolve()('receiver.test')).toEqual(['192.0.2.1', '192.0.2.2', '2001:db8::1'])
  })

  it('are those of one kind where the other does not exist or cannot be asked', async () => {
    nameServers(['192.0.2.1'], 'ENODATA')
    expect(await openResolve()('receiver.test')).toEqual(['192.0.2.1'])
    nameServers('ETIMEOUT', ['2001:db8::1'])
    expect(await openResolve()('receiver.test')).toEqual(['2001:db8::1'])
  })

  it('are asked of the system, which reads the hosts file, where no name server knows the name', async () => {
    nameServers('ENOTFOUND', 'ENODATA')
    const found = await openResolve()('localhost')
    expect(found.length).toBeGreaterThan(0)
    expect(found.every((address) => address === '127.0.0.1' || address === '::1')).toBe(true)
  })

  it('are not asked of the system where a name server is silent: that would hold one of its four threads', async () => {
    nameServers('ENOTFOUND', 'ETIMEOUT')
    await expect(openResolve()('localhost')).rejects.toThrow('ENOTFOUND ETIMEOUT')
  })
})
