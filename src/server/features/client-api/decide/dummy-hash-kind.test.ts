import { expect, it } from 'vitest'
import { openSecrets } from '../../../lib/secrets.ts'
import { dummyHashKind } from './decide-login.ts'

const secrets = openSecrets('', { masterKey: 'a master key of the tests, long enough' })
const chance = (name: string) => () =>
  Buffer.from(secrets.lookup('chance', name), 'base64url').readUInt32BE(0) / 2 ** 32
const names = Array.from({ length: 4000 }, (_, place) => `name${place}`)

const counts = (kinds: Readonly<Record<string, number>>) =>
  Object.entries(kinds).map(([kind, users]) => ({ kind, users }))

/** The share of usernames per kind of dummy hash, where a thousand users have these hashes. */
function shares(kinds: Readonly<Record<string, number>>): Record<string, number> {
  const share: Record<string, number> = {}
  for (const name of names) {
    const kind = dummyHashKind({ hashCounts: counts(kinds), userCount: 1000 }, chance(name)) ?? 'own'
    share[kind] = (share[kind] ?? 0) + 1 / names.length
  }
  return share
}

it('costs as large a share of the unknown names another hash as of the known ones, kind by kind', () => {
  expect(shares({})).toEqual({ own: expect.closeTo(1) })
  expect(shares({ 'bcrypt 10': 250 })).toEqual({ 'bcrypt 10': expect.closeTo(0.25, 1), own: expect.closeTo(0.75, 1) })
  expect(shares({ 'bcrypt 10': 200, 'bcrypt 12': 500, 'argon2id m=65536,t=4,p=1': 300 })).toEqual({
    'bcrypt 10': expect.closeTo(0.2, 1),
    'bcrypt 12': expect.closeTo(0.5, 1),
    'argon2id m=65536,t=4,p=1': expect.closeTo(0.3, 1),
  })
  expect(shares({ 'bcrypt 12': 1000 })).toEqual({ 'bcrypt 12': expect.closeTo(1) })
})

it('has a share for each kind that ends where the next begins', () => {
  const kindAt = (place: number) =>
    dummyHashKind({ hashCounts: counts({ a: 250, b: 250 }), userCount: 1000 }, () => place)
  expect([0, 0.249, 0.25, 0.499, 0.5, 0.999].map(kindAt)).toEqual(['a', 'a', 'b', 'b', undefined, undefined])
})

it('costs a name the same each time, and changes it once only while imported users sign in', () => {
  for (const name of names.slice(0, 100)) {
    const kinds = [1000, 800, 500, 200, 0].map(
      (users) => dummyHashKind({ hashCounts: counts({ bcrypt: users }), userCount: 1000 }, chance(name)) ?? 'own',
    )
    expect(kinds.join(' ')).toMatch(/^(bcrypt ?)*(own ?)*$/)
  }
})

it('asks for no number where all hashes are of today: the usual login pays nothing', () => {
  const asked = () => {
    throw new Error('not asked')
  }
  expect(dummyHashKind({ hashCounts: [], userCount: 5 }, asked)).toBeUndefined()
})
