import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSecrets } from './secrets.ts'

const key = 'k'.repeat(43)
const isPosix = process.platform !== 'win32'
let dataDir: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'keywright-test-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

describe('secrets', () => {
  it('come back as they were sealed, and never look the same twice', () => {
    const { seal, open } = openSecrets(dataDir, { masterKey: key })
    for (const text of ['', 'ak_secret', 'ä €𝄞\0', 'x'.repeat(10_000)]) {
      const sealed = seal('app:1:apikey', text)
      expect(open('app:1:apikey', sealed)).toBe(text)
      expect(sealed).not.toBe(seal('app:1:apikey', text))
      if (text.length > 3) expect(sealed).not.toContain(text)
    }
  })

  it('cannot be opened in another place than the one they were sealed for', () => {
    const { seal, open } = openSecrets(dataDir, { masterKey: key })
    const [one, two] = [seal('app:1:apikey', 'first'), seal('app:2:apikey', 'second')]
    expect(() => open('app:1:apikey', two)).toThrow()
    expect(() => open('app:2:apikey', one)).toThrow()
  })

  it('cannot be opened when any of their letters was changed or is missing', () => {
    const { seal, open } = openSecrets(dataDir, { masterKey: key })
    const sealed = seal('place', 'text')
    // the last character carries bits that belong to no byte
    for (let at = 0; at < sealed.length - 1; at += 1) {
      const other = sealed[at] === 'A' ? 'B' : 'A'
      expect(() => open('place', sealed.slice(0, at) + other + sealed.slice(at + 1))).toThrow()
      expect(() => open('place', sealed.slice(0, at))).toThrow()
    }
  })

  it('cannot be opened with another master key, and the error says so', () => {
    const sealed = openSecrets(dataDir, { masterKey: key }).seal('place', 'text')
    const other = openSecrets(dataDir, { masterKey: `${key}2` })
    expect(() => other.open('place', sealed)).toThrow('sealed with another master key')
  })

  it('are found by a keyed hash that differs by purpose and by master key', () => {
    const { lookup } = openSecrets(dataDir, { masterKey: key })
    expect(lookup('api-key', 'a')).toBe(lookup('api-key', 'a'))
    const others = [
      lookup('api-key', 'b'),
      lookup('license', 'a'),
      openSecrets(dataDir, { masterKey: `${key}2` }).lookup('api-key', 'a'),
    ]
    expect(others).not.toContain(lookup('api-key', 'a'))
    expect(lookup('a', 'b\0c')).not.toBe(lookup('a\0b', 'c').slice(1))
  })
})

describe('the master key', () => {
  it('is made at the first start, for its owner alone, and used again', () => {
    const first = openSecrets(dataDir)
    const file = join(dataDir, 'master.key')
    if (isPosix) expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir)).toEqual(['master.key'])
    expect(openSecrets(dataDir).open('p', first.seal('p', 'text'))).toBe('text')
    expect(openSecrets(dataDir, { masterKey: readFileSync(file, 'utf8') }).keyId).toBe(first.keyId)
  })

  it('differs from one installation to the next', () => {
    const other = mkdtempSync(join(tmpdir(), 'keywright-test-'))
    expect(openSecrets(dataDir).keyId).not.toBe(openSecrets(other).keyId)
    rmSync(other, { recursive: true })
  })

  it('is never made anew beside a database', () => {
    writeFileSync(join(dataDir, 'keywright.db'), '')
    expect(() => openSecrets(dataDir)).toThrow('there is a database already')
    expect(existsSync(join(dataDir, 'master.key'))).toBe(false)
    expect(() => openSecrets(join(dataDir, 'elsewhere'), { isFirstStart: false })).toThrow(
      'there is a database already',
    )
  })

  it.runIf(isPosix).each([0o640, 0o604, 0o644, 0o660, 0o700])('is refused when its file has mode %o', (mode) => {
    openSecrets(dataDir)
    chmodSync(join(dataDir, 'master.key'), mode)
    expect(() => openSecrets(dataDir)).toThrow('may be read or changed by others')
  })

  it('is refused when it is too short, without telling it', () => {
    expect(() => openSecrets(dataDir, { masterKey: 'short secret' })).toThrow(
      /^The given master key must be at least 32/,
    )
    writeFileSync(join(dataDir, 'master.key'), '', { mode: 0o600 })
    expect(() => openSecrets(dataDir)).toThrow('must be at least 32 characters long')
  })
})
