import { expect, it } from 'vitest'
import { describeOnBothDatabases } from '../../../test/harness/databases.ts'
import { useTestApp } from '../../../test/harness/use-suite.ts'
import { newRequestId, shortRequestId } from './request-id.ts'

it('200,000 request IDs differ in the twelve letters that are sent', () => {
  const made = new Set(Array.from({ length: 200_000 }, () => shortRequestId(newRequestId())))
  expect(made.size).toBe(200_000)
  expect([...made].filter((id) => !/^[0-9a-f]{12}$/.test(id))).toEqual([])
})

describeOnBothDatabases('the request ID', (open) => {
  const test = useTestApp({ open })

  it('is in every kind of answer, ends the one of the body, and is never the one that the caller sent', async () => {
    const account = await test.account()
    const { apiKey } = (
      await account.api<{ apiKey: string }>('POST', '/api/applications', { name: 'Named', hwidLockEnabled: false })
    ).body
    const headers = { 'x-request-id': 'forged', cookie: account.cookie }
    const program = { 'x-request-id': 'forged', 'x-api-key': apiKey }
    const body = { username: 'nobody', password: 'wrong' }
    const answers = [
      await test.call('GET', '/healthz', { headers }),
      await test.call('GET', '/api/applications', { headers }),
      await test.call('GET', '/api/applications/999999', { headers }),
      await test.call('GET', '/api/nothing', { headers }),
      await test.call('GET', '/api/%zz', { headers }),
      await test.call('POST', '/api/v1/login', { headers: program, body }),
      await test.call('POST', '/api/v1/login', { headers: { ...program, 'x-nonce': '0123456789abcdef' }, body }),
      await test.call('POST', '/api/v1/login', { headers: { ...program, 'x-nonce': 'no' }, body }),
      await test.call('POST', '/api/v1/login', { headers: { 'content-type': 'text/plain' }, body }),
    ]
    const ids = answers.map((answer) => answer.headers['x-request-id'])
    expect(ids.filter((id) => !/^[0-9a-f]{12}$/.test(String(id)))).toEqual([])
    expect(new Set(ids).size).toBe(answers.length)
    for (const [index, { text }] of answers.entries()) {
      const [, inBody] = /"request_?[iI]d":"([^"]*)"/.exec(text) ?? []
      if (index > 1) expect(inBody?.slice(-12)).toBe(ids[index])
    }
  })
})
