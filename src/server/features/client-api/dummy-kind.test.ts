import { expect, it } from 'vitest'
import { openSecrets } from '../../lib/secrets.ts'
import { dummyKind } from './dummy-kind.ts'

const secrets = openSecrets('', { masterKey: 'a master key of the tests, long enough' })
const chance = (name: string) => () =>
  Buffer.from(secrets.lookup('chance', name), 'base64url').readUInt32BE(0) / 2 ** 32
const names = Array.from({ length: 4000 }, (_, place) => `name${place}`)
const share = (foreignHashCount: number, userCount: number) =>
  names.filter((name) => dummyKind({ foreignHashCount, userCount }, chance(name)) === 'bcrypt').length / names.length

it('costs as large a share of the unknown names another hash as of the known ones', () => {
  expect(share(0, 1000)).toBe(0)
  expect(share(250, 1000)).toBeCloseTo(0.25, 1)
  expect(share(900, 1000)).toBeCloseTo(0.9, 1)
  expect(share(1000, 1000)).toBe(1)
})

it('costs a name the same each time, and changes it once only while imported users sign in', () => {
  for (const name of names.slice(0, 100)) {
    const kinds = [1000, 800, 500, 200, 0].map((foreignHashCount) =>
      dummyKind({ foreignHashCount, userCount: 1000 }, chance(name)),
    )
    expect(kinds.join(' ')).toMatch(/^(bcrypt ?)*(own ?)*$/)
  }
})

it('asks for no number where no hash is foreign: the usual login pays nothing', () => {
  const asked = () => {
    throw new Error('not asked')
  }
  expect(dummyKind({ foreignHashCount: 0, userCount: 5 }, asked)).toBe('own')
})
