import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/harness/create-test-app.ts'
import { askSigned } from '../../../../test/harness/signing-client.ts'
import { temporaryFolder } from '../../../../test/harness/temporary-folder.ts'
import { testApplication } from '../../../../test/harness/test-stores.ts'
import { openDatabase } from '../../db/open.ts'
import type { KeyPair } from '../../store/applications/signing-keys.ts'
import { openSettingsFreshness } from '../../store/hot/settings-freshness.ts'
import { openKeyMaker } from './key-maker.ts'
import { openKeyPairs } from './key-pairs.ts'
import { openKeyRing } from './key-ring.ts'

let app: TestApp
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let closeDatabase: () => Promise<void>

beforeAll(async () => {
  folder = await temporaryFolder()
  const database = await openDatabase({ ...folder.options, checkpoint: false, isStrict: true })
  closeDatabase = database.close
  app = await createTestApp({ database })
})
afterAll(async () => {
  vi.useRealTimers()
  await app.close()
  await closeDatabase()
  await folder.remove()
})

/** Keys that the server generated, decrypted by it. */
async function privateKeys(applicationId: number): Promise<string[]> {
  const rows = await app.stores.signingKeys.list(applicationId)
  return rows.flatMap((row) =>
    row.privateSealed === null ? [] : [app.stores.signingKeys.open(row, row.privateSealed)],
  )
}

test('a private key is nowhere in clear: not in the database, the log, an answer or the audit log', async () => {
  const owner = await app.account('owner')
  const made = await owner.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Sealed' })
  const { id, apiKey } = made.body
  const base = `/api/applications/${id}/signing-keys`
  const answers = [made.text]
  for (const bytes of ['{"user_id":7}', '{', '{"user_id":"x"}']) {
    const answer = await askSigned(app, '/api/v1/verify', undefined, { apiKey, bytes })
    answers.push(answer.body, JSON.stringify(answer.headers))
  }
  const keys = await privateKeys(id)
  for (const path of [base, '/api/applications', `/api/applications/${id}`, '/api/audit']) {
    answers.push((await owner.api('GET', path)).text)
  }
  answers.push((await owner.api('POST', `${base}/promote`)).text, (await owner.api('POST', `${base}/1/revoke`)).text)
  keys.push(...(await privateKeys(id)))
  expect(new Set(keys).size).toBe(3)

  const { dataDir } = folder.options
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const kept = files.map((file) => readFileSync(join(file.parentPath, file.name)))
  const shown = Buffer.from([...answers, ...app.log].join('\n'))
  expect(files.map(({ name }) => name)).toContain('keywright.db-wal')
  for (const key of keys) {
    const bytes = Buffer.from(key, 'base64')
    // Parts of the private numbers, which no public key contains.
    const traces = [bytes.subarray(400, 432), bytes.subarray(-40, -8)]
    const spellings = traces.flatMap((trace) => [trace, trace.toString('hex'), trace.toString('base64').slice(0, 40)])
    for (const spelling of [...spellings, key.slice(600, 640)]) {
      for (const place of [...kept, shown]) expect(place.includes(spelling)).toBe(false)
    }
  }
})

test('applications from before there were signed answers get their keys after the start', async () => {
  const { id: ownerId } = await app.account()
  const ids = await app.stores.transaction(async (tx) => {
    const now = app.clock.now()
    const settings = { ...testApplication, name: 'From before' }
    return [await tx.applications.insert(ownerId, settings, now), await tx.applications.insert(ownerId, settings, now)]
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const taken: Promise<KeyPair>[] = []
  const real = openKeyPairs()
  const take = () => {
    const pair = real.take()
    taken.push(pair)
    return pair
  }
  let isKeptReady = () => {}
  const ready = new Promise<void>((resolve) => {
    isKeptReady = resolve
  })
  const keyPairs = { take, keepReady: isKeptReady }
  const keyRing = openKeyRing(app.stores, keyPairs, app.clock, openSettingsFreshness(app.clock))
  const log = { info() {}, warn() {}, error: (text: string) => expect.fail(text) }
  const maker = openKeyMaker({ stores: app.stores, keyRing, keyPairs, log })
  maker.noticed(ids[0]?.id ?? 0)
  maker.start()
  expect(await app.stores.signingKeys.withoutKeys(10)).toEqual(expect.arrayContaining(ids.map(({ id }) => id)))
  await vi.advanceTimersByTimeAsync(3000)
  await ready
  expect(await app.stores.signingKeys.withoutKeys(10)).toEqual([])
  for (const { id } of ids) {
    const rows = await app.stores.signingKeys.list(id)
    expect(rows.map(({ number, state }) => [number, state])).toEqual([
      [2, 'next'],
      [1, 'current'],
    ])
  }
  expect(taken).toHaveLength(2 * 2)
  await maker.stop()
})
