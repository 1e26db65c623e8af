import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestAccount, type TestApp } from '../../../../test/harness/create-test-app.ts'
import { ManualClock } from '../../../../test/harness/manual-clock.ts'
import { openMemoryDatabase } from '../../../../test/harness/memory-database.ts'
import { askSigned, signedBy } from '../../../../test/harness/signing-client.ts'
import { temporaryFolder } from '../../../../test/harness/temporary-folder.ts'

const clock = new ManualClock()
let one: TestApp
let other: TestApp
let maker: TestAccount
let close: () => Promise<void>

beforeAll(async () => {
  const folder = await temporaryFolder()
  const database = await openMemoryDatabase(folder.options.dataDir)
  const env = { MASTER_KEY: 'a master key that both nodes of a test share' }
  one = await createTestApp({ database, env, clock })
  other = await createTestApp({ database, env, clock })
  maker = await one.account()
  close = async () => {
    await one.close()
    await other.close()
    await database.close()
    await folder.remove()
  }
})
afterAll(() => close())

test('both nodes, and one that is started later, sign with the same key; a change is felt within half a second', async () => {
  const { body } = await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Shared' })
  const { id, apiKey } = body
  const ask = async (node: TestApp) =>
    signedBy(node, id, await askSigned(node, '/api/v1/verify', { user_id: 7 }, { apiKey }))
  expect(await Promise.all([ask(one), ask(other)])).toEqual([1, 1])
  await maker.api('POST', `/api/applications/${id}/signing-keys/1/revoke`)
  expect(await ask(one)).toBe(2)
  clock.advance(501)
  expect(await ask(other)).toBe(2)
})
