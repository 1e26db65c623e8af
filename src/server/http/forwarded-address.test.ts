import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp, signedInAccount } from '../../../test/harness/create-test-app.ts'
import { rolePresets } from '../../shared/permissions.ts'

const peer = '127.0.0.1'

/**
 * A server with this setting on a real socket, and whether it takes a request with these headers to come from there.
 */
async function listening(trusted: string | undefined) {
  const test = await createTestApp({ env: { RATE_LIMIT_SCALE: '1000', ...(trusted && { TRUST_PROXY: trusted }) } })
  onTestFinished(() => test.close())
  const { cookie } = await signedInAccount(test)
  await test.http.listen({ host: peer, port: 0 })
  const { port } = test.http.server.address() as AddressInfo
  return async (address: string, headers: Record<string, string>): Promise<boolean> => {
    const search = new URLSearchParams({ type: 'ip', value: address })
    const answer = await fetch(`http://${peer}:${port}/api/blacklist/check?${search}`, {
      headers: { cookie, ...headers },
    })
    expect(answer.status).toBe(200)
    return ((await answer.json()) as { isOwnAddress: boolean }).isOwnAddress
  }
}

/** X-Forwarded-For, and the address that counts when the last proxies are trusted, and when they are not. */
const claims: readonly (readonly [header: string, behindProxy: string])[] = [
  ['198.51.100.7', '198.51.100.7'],
  ['203.0.113.9, 198.51.100.7', '198.51.100.7'],
  ['203.0.113.9, 198.51.100.7, 127.0.0.2', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['<script>alert(1)</script>', peer],
  ['abc', peer],
  ['203.0.113.9, unknown', peer],
  ['999.1.1.1', peer],
]

describe('an address that a header claims', () => {
  it.each([
    ['no proxy is named', undefined],
    ['another network is', '10.0.0.0/8'],
  ])('counts for nothing where %s', async (_name, trusted) => {
    const comesFrom = await listening(trusted)
    for (const [header, claimed] of claims) {
      const headers = { 'x-forwarded-for': header, 'cf-connecting-ip': '203.0.113.9', 'x-real-ip': '203.0.113.9' }
      expect(await comesFrom(peer, headers), header).toBe(true)
      for (const address of ['203.0.113.9', '198.51.100.7'])
        expect(await comesFrom(address, headers), claimed).toBe(false)
    }
  })

  it('is believed of a named proxy, up to the first address that is no proxy, and never what is no address', async () => {
    const comesFrom = await listening('127.0.0.0/8')
    for (const [header, counted] of claims) {
      const headers = { 'x-forwarded-for': header, 'x-real-ip': '203.0.113.9' }
      expect(await comesFrom(counted, headers), header).toBe(true)
      expect(await comesFrom('203.0.113.9', headers), header).toBe(false)
    }
  })
})

describe('the audit log of a server behind a proxy', () => {
  it('holds the address that counts, in its one spelling, whatever the header says', async () => {
    const test = await createTestApp({ env: { TRUST_PROXY: '127.0.0.0/8' } })
    onTestFinished(() => test.close())
    const owner = await signedInAccount(test, 'owner', rolePresets.owner)
    const spelled = [
      ...claims,
      ['2001:DB8:0::0:1', '2001:db8::1'],
      ['::FFFF:198.51.100.7', '198.51.100.7'],
      ['fe80::1%eth0', 'fe80::1'],
    ] as const
    for (const [header, counted] of spelled) {
      const headers = { cookie: owner.cookie, 'x-forwarded-for': header }
      const [application, colleague] = [
        await test.call<{ id: number }>('POST', '/api/applications', { headers, body: { name: 'Audited' } }),
        await test.call<{ id: number }>('POST', '/api/admin/users', {
          headers,
          body: { email: `of${Math.random()}@example.com` },
        }),
      ]
      expect([application.status, colleague.status]).toEqual([200, 200])
      const { body } = await owner.api<readonly { ipAddress: string; action: string }[]>('GET', '/api/audit?limit=2')
      expect(body, header).toMatchObject([
        { action: 'account.create', ipAddress: counted },
        { action: 'application.create', ipAddress: counted },
      ])
    }
  })
})
