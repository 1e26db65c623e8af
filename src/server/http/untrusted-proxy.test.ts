import { expect, it, onTestFinished } from 'vitest'
import { createTestApp, signedInAccount } from '../../../test/harness/create-test-app.ts'

const forwarded = { 'x-forwarded-for': '203.0.113.9' }

async function listening(env: Readonly<Record<string, string>>) {
  const test = await createTestApp({ env })
  onTestFinished(() => test.close())
  const owner = await signedInAccount(test, 'owner')
  const origin = await test.http.listen({ host: '127.0.0.1', port: 0 })
  const ask = async (headers: Readonly<Record<string, string>>) => {
    expect((await fetch(`${origin}/healthz`, { headers })).status).toBe(200)
  }
  const warnings = async () =>
    (await owner.api<{ warnings: { code: string; subject: string }[] }>('GET', '/api/system')).body.warnings
  const lines = () => test.log.filter((line) => line.includes('X-Forwarded-For'))
  return { ask, warnings, lines }
}

it('a proxy that TRUST_PROXY does not name is told once in the log, and owners see its address', async () => {
  for (const env of [{}, { TRUST_PROXY: '10.0.0.0/8' }]) {
    const { ask, warnings, lines } = await listening(env)
    await ask({})
    expect([await warnings(), lines()]).toEqual([[], []])
    for (let each = 0; each < 3; each += 1) await ask(forwarded)
    expect(await warnings()).toEqual([{ code: 'proxy_untrusted', subject: '127.0.0.1' }])
    expect(lines()).toHaveLength(1)
    expect(lines()[0]).toContain('"address":"127.0.0.1"')
    expect(lines()[0]).not.toContain('203.0.113.9')
  }
})

it('a proxy that is named is nothing to tell', async () => {
  const { ask, warnings, lines } = await listening({ TRUST_PROXY: '127.0.0.1' })
  for (let each = 0; each < 3; each += 1) await ask(forwarded)
  expect([await warnings(), lines()]).toEqual([[], []])
})
