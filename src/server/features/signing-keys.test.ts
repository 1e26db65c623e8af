import { createPublicKey } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { askSigned, signedBy } from '../../../test/harness/signing-client.ts'
import { useAccounts, useTestApp } from '../../../test/harness/use-suite.ts'

interface Key {
  readonly id: string
  readonly number: number
  readonly state: string
}
interface Keys {
  readonly current: Key & { readonly publicKey: string; readonly publicKeyPem: string }
  readonly next: Key & { readonly publicKey: string; readonly publicKeyPem: string }
  readonly older: readonly Key[]
}

const app = useTestApp()
const { maker, owner } = useAccounts(app, { maker: 'user', owner: 'owner' })
let id: number
let apiKey: string
let path: string

beforeEach(async () => {
  const made = await maker.api<{ id: number; apiKey: string }>('POST', '/api/applications', { name: 'Keys' })
  ;({ id, apiKey } = made.body)
  path = `/api/applications/${id}/signing-keys`
})

const keys = async () => (await maker.api<Keys>('GET', path)).body
const promote = () => maker.api<Keys>('POST', `${path}/promote`)
const revoke = (number: number) => maker.api<Keys>('POST', `${path}/${number}/revoke`)
const numbers = ({ current, next, older }: Keys) => ({
  current: current.number,
  next: next.number,
  older: older.map(({ number, state }) => `${number} ${state}`),
})
const keyId = (number: number) => `app_${id}.rs256.${number}`
/** The key that signs for a client that requests these keys. */
const signer = async (pinned?: readonly number[]) => {
  const headers = pinned && { 'x-key-id': pinned.map(keyId).join(', ') }
  return signedBy(
    app,
    id,
    await askSigned(app, '/api/v1/verify', { user_id: 7 }, { apiKey, ...(headers && { headers }) }),
  )
}

describe('the keys of an application', () => {
  test('are there from the first look on, and stay the same', async () => {
    const first = await keys()
    expect(numbers(first)).toEqual({ current: 1, next: 2, older: [] })
    expect(first.current.id).toBe(keyId(1))
    expect(first.current.publicKey).not.toBe(first.next.publicKey)
    expect(await keys()).toEqual(first)
  })

  test('are told as base64 of 392 characters and as PEM of the same key', async () => {
    const { current, next } = await keys()
    for (const { publicKey, publicKeyPem } of [current, next]) {
      expect(publicKey).toMatch(/^[A-Za-z0-9+/]{390}[AQgw]?[A-Za-z0-9+/]{1,2}$/)
      expect(publicKey).toHaveLength(392)
      const key = createPublicKey(publicKeyPem)
      expect(key.export({ format: 'der', type: 'spki' }).toString('base64')).toBe(publicKey)
      expect(key.asymmetricKeyDetails).toEqual({ modulusLength: 2048, publicExponent: 65_537n })
    }
  })

  test('are made once, however many ask at once', async () => {
    const answers = await Promise.all([...Array.from({ length: 10 }, keys), signer(), signer()])
    expect(new Set(answers.slice(0, 10).map((each) => JSON.stringify(each))).size).toBe(1)
    expect(await app.stores.signingKeys.list(id)).toHaveLength(2)
  })

  test('go with the application', async () => {
    await keys()
    await maker.api('DELETE', `/api/applications/${id}`)
    expect(await app.stores.signingKeys.list(id)).toEqual([])
    expect((await maker.api('GET', path)).status).toBe(404)
    expect(await app.stores.signingKeys.list(id)).toEqual([])
  })
})

describe('a promotion', () => {
  test('makes the next key the current one, retires that, and makes a new next one', async () => {
    const before = await keys()
    const { body } = await promote()
    expect(numbers(body)).toEqual({ current: 2, next: 3, older: ['1 retired'] })
    expect(body.current.publicKey).toBe(before.next.publicKey)
    expect(JSON.stringify(body.older)).not.toContain('publicKey')
    expect(numbers((await promote()).body)).toEqual({ current: 3, next: 4, older: ['2 retired', '1 retired'] })
  })

  test.for([
    { pinned: undefined, before: 1, once: 2, twice: 3, name: 'a program that names no key' },
    { pinned: [1, 2], before: 1, once: 2, twice: 2, name: 'a program that names the first two' },
    { pinned: [1], before: 1, once: 1, twice: 1, name: 'a program that names the first alone' },
    { pinned: [2], before: 2, once: 2, twice: 2, name: 'a program that names the second alone' },
    { pinned: [2, 3], before: 2, once: 2, twice: 3, name: 'a program that names the second and third' },
    { pinned: [9], before: 1, once: 2, twice: 3, name: 'a program that names an unknown key' },
  ])('leaves $name a key it knows, as the table says', async ({ pinned, before, once, twice }) => {
    expect(await signer(pinned)).toBe(before)
    await promote()
    expect(await signer(pinned)).toBe(once)
    await promote()
    expect(await signer(pinned)).toBe(twice)
  })

  test('under load leaves no answer unsigned or wrongly signed', async () => {
    const seen: unknown[] = []
    let isDone = false
    const load = async (ip: string) => {
      while (!isDone) {
        seen.push(
          await signedBy(
            app,
            id,
            await askSigned(
              app,
              '/api/v1/session/track',
              { action: 'end', session_token: `sess_${'0'.repeat(32)}_1767225600` },
              { apiKey, ip },
            ),
          ),
        )
        app.clock.advance(60)
      }
    }
    const clients = [load('10.1.1.1'), load('10.1.1.2')]
    while (seen.length < 20) await promote()
    isDone = true
    await Promise.all(clients)
    expect(new Set(seen).size).toBeGreaterThan(2)
    expect(seen.filter((verdict) => typeof verdict !== 'number')).toEqual([])
  })
})

describe('a revoked key', () => {
  test('never signs again, whoever names it, and its private half is gone', async () => {
    await signer()
    await promote()
    expect(numbers((await revoke(1)).body)).toEqual({ current: 2, next: 3, older: ['1 revoked'] })
    expect(await signer([1])).toBe(2)
    const [, , row] = await app.stores.signingKeys.list(id)
    expect(row).toMatchObject({ number: 1, state: 'revoked', privateSealed: null })
  })

  test('that was current leaves its place to the next one', async () => {
    await signer()
    expect(numbers((await revoke(1)).body)).toEqual({ current: 2, next: 3, older: ['1 revoked'] })
    expect(await signer([1, 2])).toBe(2)
  })

  test('that was next is replaced, and its number is not given out again', async () => {
    await keys()
    expect(numbers((await revoke(2)).body)).toEqual({ current: 1, next: 3, older: ['2 revoked'] })
    expect(await signer([2])).toBe(1)
  })

  test('can be revoked twice, which changes nothing', async () => {
    await keys()
    const { body } = await revoke(1)
    const entries = async () => (await owner.api<unknown[]>('GET', '/api/audit')).body.length
    const before = await entries()
    expect((await revoke(1)).body).toEqual(body)
    expect(await entries()).toBe(before)
  })

  test('that is none is not found', async () => {
    await keys()
    expect(await revoke(77)).toMatchObject({ status: 404, body: { code: 'signing_key_not_found' } })
  })
})

describe('who may', () => {
  test('look at the keys is who may look at the application', async () => {
    const viewer = await app.account('staff')
    const stranger = await app.account()
    expect((await viewer.api<Keys>('GET', path)).body).toEqual(await keys())
    expect((await stranger.api('GET', path)).status).toBe(404)
  })

  test('change them is who may change the application', async () => {
    const before = await keys()
    for (const [account, refusal] of [
      [await app.account('staff'), 403],
      [await app.account(), 404],
    ] as const) {
      expect((await account.api('POST', `${path}/promote`)).status).toBe(refusal)
      expect((await account.api('POST', `${path}/1/revoke`)).status).toBe(refusal)
    }
    expect(await keys()).toEqual(before)
  })

  test('is written into the audit log with the key, and nothing of the key itself', async () => {
    await promote()
    await revoke(1)
    const { text } = await owner.api('GET', '/api/audit')
    expect(text).toContain(`signing key ${keyId(2)}`)
    for (const action of ['signing_key.promote', 'signing_key.revoke']) expect(text).toContain(action)
    expect(text).not.toContain((await keys()).current.publicKey.slice(60, 100))
  })
})
