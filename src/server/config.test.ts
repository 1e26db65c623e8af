import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type Environment, readConfig, settings } from './config.ts'
import { ConfigError } from './lib/start-error.ts'
import { ownOrigin } from './own-origin.ts'

const folder = mkdtempSync(join(tmpdir(), 'keywright-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

function problemsOf(environment: Environment): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

function file(name: string, content: string): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

test('nothing needs to be set', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    databaseUrl: undefined,
    publicUrl: undefined,
    publicPath: '',
    trustProxy: [],
    owner: undefined,
    rateLimitScale: 1,
  })
})

test('an empty variable counts as absent', () => {
  const empty = Object.fromEntries(Object.keys(settings).map((name) => [name, '']))
  expect(readConfig(empty)).toEqual(readConfig({}))
})

test('numbers that servers or copies are made of have bounds, which are allowed', () => {
  const bounds = {
    DATABASE_POOL_MAX: [4, 100],
    BACKUP_EVERY_HOURS: [0, 168],
  }
  for (const [name, [least, most]] of Object.entries(bounds) as [string, [number, number]][]) {
    for (const value of [least, most]) expect(problemsOf({ [name]: String(value) }), name).toEqual([])
    for (const value of [least - 1, most + 1, `${least}.5`, '1e1']) {
      expect(problemsOf({ [name]: String(value) }), `${name} ${value}`).toEqual([expect.stringContaining(name)])
    }
  }
})

test('every error is named at once, and none of them tells a value', () => {
  const wrong = {
    HOST: 'not a host!',
    PORT: '70000',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    PUBLIC_URL: 'https://example.com/?licenses',
    TRUST_PROXY: 'true',
    MASTER_KEY: 'hunter2-master',
    ADMIN_KEY: 'hunter2-admin',
    OWNER_EMAIL: 'nobody',
    LOG_LEVEL: 'loud',
    LOG_FORMAT: 'xml',
    RATE_LIMIT_SCALE: '0',
    OWNER_PASSWORD: 'hunter2',
  }
  const problems = problemsOf(wrong)
  expect(problems.map((problem) => problem.split(' ', 1)[0])).toEqual(Object.keys(wrong))
  const report = new ConfigError(problems).message
  expect(report).toMatch(/^There are 12 errors in the configuration:\n {2}HOST must/)
  expect(report).not.toContain('hunter2')
})

describe('a single setting', () => {
  test.each<[string, Environment]>([
    ['a port that is no number', { PORT: '3e3' }],
    ['a public address with credentials', { PUBLIC_URL: 'https://a:b@example.com' }],
    ['a public address of another protocol', { PUBLIC_URL: 'ftp://example.com' }],
    ['a number of hops as trusted proxy', { TRUST_PROXY: '1' }],
    ['an admin key of 31 characters', { ADMIN_KEY: 'k'.repeat(31) }],
    ['an admin key with a line break', { ADMIN_KEY: `${'k'.repeat(32)}\nx` }],
    ['an owner without a password', { OWNER_EMAIL: 'marie@example.com' }],
    ['a password without an owner', { OWNER_PASSWORD: 'quiet otter rows' }],
    ['a mail server without a sender', { SMTP_URL: 'smtp://mail.example.com' }],
    ['a sender without a mail server', { SMTP_FROM: 'a@example.com' }],
    ['a mail server of another protocol', { SMTP_URL: 'https://mail.example.com', SMTP_FROM: 'a@example.com' }],
    [
      'a sender with a line break',
      { SMTP_URL: 'smtp://mail.example.com', SMTP_FROM: 'a@example.com\nBcc: b@example.com' },
    ],
    ['a short password of the owner', { OWNER_EMAIL: 'marie@example.com', OWNER_PASSWORD: 'k7#Wm2!pQz9' }],
    [
      'a password of the owner with the name',
      { OWNER_EMAIL: 'marie@example.com', OWNER_PASSWORD: 'marie has 3 boats' },
    ],
    ['a negative scale of the limits', { RATE_LIMIT_SCALE: '-1' }],
  ])('is refused: %s', (_what, environment) => {
    expect(problemsOf(environment)).toHaveLength(1)
  })

  test('why proxies must be listed is said', () => {
    expect(problemsOf({ TRUST_PROXY: 'true' })[0]).toContain('trusting everybody')
    expect(problemsOf({ TRUST_PROXY: '2' })[0]).toContain('number of hops')
  })

  test('the public address is kept as an origin, and the path that a proxy takes away apart from it', () => {
    const publicUrl = 'https://licenses.example.com'
    expect(readConfig({ PUBLIC_URL: 'https://Licenses.Example.com/' })).toMatchObject({ publicUrl, publicPath: '' })
    for (const path of ['/auth', '/auth/']) {
      expect(readConfig({ PUBLIC_URL: publicUrl + path })).toMatchObject({ publicUrl, publicPath: '/auth' })
    }
    for (const path of ['/a//b', '/a?b', '/a#b', '/ä', '/"'])
      expect(problemsOf({ PUBLIC_URL: publicUrl + path })).toHaveLength(1)
  })
})

describe('a secret in a file', () => {
  test('is read without its line break', () => {
    expect(readConfig({ ADMIN_KEY_FILE: file('admin', `${'k'.repeat(40)}\n`) }).adminKey).toBe('k'.repeat(40))
  })

  test('is refused when it also stands in the environment, is missing or empty', () => {
    const path = file('both', 'k'.repeat(40))
    expect(problemsOf({ ADMIN_KEY: 'k'.repeat(40), ADMIN_KEY_FILE: path })).toEqual([
      'ADMIN_KEY and ADMIN_KEY_FILE are both set; keep one',
    ])
    expect(problemsOf({ ADMIN_KEY_FILE: join(folder, 'none') })).toEqual(["ADMIN_KEY_FILE can't be read: ENOENT"])
    expect(problemsOf({ ADMIN_KEY_FILE: file('empty', '\n') })).toEqual(['ADMIN_KEY_FILE names an empty file'])
  })

  test('works for secrets alone', () => {
    expect(readConfig({ HOST_FILE: file('host', '0.0.0.0') }).host).toBe('127.0.0.1')
  })
})

describe('the address the server goes by', () => {
  test.each([
    [{ host: '127.0.0.1', publicUrl: undefined }, 'http://127.0.0.1:8080'],
    [{ host: '0.0.0.0', publicUrl: undefined }, 'http://localhost:8080'],
    [{ host: '::1', publicUrl: undefined }, 'http://[::1]:8080'],
    [{ host: '0.0.0.0', publicUrl: 'https://licenses.example.com' }, 'https://licenses.example.com'],
  ])('of %o is %s', (config, origin) => {
    expect(ownOrigin(config, 8080)).toBe(origin)
  })
})

test('storage for backups needs its address and both parts of its access key, and a rule has three numbers', () => {
  const all = { BACKUP_S3_ENDPOINT: 'https://s3.example.com/b/', BACKUP_S3_KEY_ID: 'id', BACKUP_S3_SECRET: 'secret' }
  expect(readConfig({ ...all, BACKUP_KEEP: '3,0,12' }).backups).toEqual({
    everyHours: 24,
    hasExternalCheckpoints: false,
    keep: { recent: 3, weeks: 0, months: 12 },
    bucket: { endpoint: 'https://s3.example.com/b', region: 'auto', prefix: '', keyId: 'id', secret: 'secret' },
  })
  expect(readConfig({}).backups.bucket).toBe(undefined)
  const wrong = [
    { BACKUP_S3_ENDPOINT: all.BACKUP_S3_ENDPOINT },
    { ...all, BACKUP_S3_SECRET: '' },
    { ...all, BACKUP_S3_ENDPOINT: 'https://user:password@s3.example.com/b' },
    { ...all, BACKUP_S3_PREFIX: '../up?' },
    { BACKUP_EVERY_HOURS: '169' },
    { BACKUP_KEEP: '0,4,6' },
    { BACKUP_KEEP: '7' },
  ]
  for (const env of wrong) expect(() => readConfig(env), JSON.stringify(env)).toThrow(/BACKUP_/)
})

test('.env.example holds every variable and no other', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8')
  const listed = [...example.matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
  const known = Object.entries(settings).flatMap(([name, setting]) =>
    'isSecret' in setting ? [name, `${name}_FILE`] : [name],
  )
  expect(listed.toSorted()).toEqual(known.toSorted())
})
