import { expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { databaseAddresses } from './database-addresses.ts'

const several = 'postgres://u:p@a:5432,[::1]:5433,c/name?sslmode=require&target_session_attrs=read-write&x=1'

it('an address with several hosts is one address for each, with the same user, name and parameters', () => {
  const rest = '/name?sslmode=require&x=1'
  expect(databaseAddresses(several)).toEqual(
    ['a:5432', '[::1]:5433', 'c'].map((host) => `postgres://u:p@${host}${rest}`),
  )
  expect(databaseAddresses('postgres://a,b/n?target_session_attrs=read-write')).toEqual([
    'postgres://a/n',
    'postgres://b/n',
  ])
  expect(databaseAddresses('postgres://a/n?target_session_attrs=read-write&y=2')).toEqual(['postgres://a/n?y=2'])
  expect(databaseAddresses('postgres://u:p,q@a:1/n')).toEqual(['postgres://u:p,q@a:1/n'])
})

it.each([
  ['postgres://a,b,c,d,e,f/n', 'must name at most 5 hosts'],
  ['postgres://a:1,b:x/n', 'must look like postgres://user:password@host:5432/name'],
  ['postgres://a,/n', 'must look like postgres://user:password@host:5432/name'],
  ['postgres://a,b/n?target_session_attrs=any', 'may have no other target_session_attrs than read-write'],
  ['postgres://a/n?host=b,c', 'must name several hosts before the name'],
])('%s is refused: %s', (url, reason) => {
  expect(() => readConfig({ DATABASE_URL: url })).toThrow(`DATABASE_URL ${reason}`)
})

it('several hosts are taken, but not beside a pooler', () => {
  expect(readConfig({ DATABASE_URL: several }).databaseUrl).toBe(several)
  expect(() => readConfig({ DATABASE_URL: several, DATABASE_POOLER: 'session' })).toThrow('one host')
})
