import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { clientOf, describeClient, type KnownClients, knownClients } from './client-versions.ts'

const known: KnownClients = {
  languages: ['node', 'php'],
  released: ['0.9.0', '1.0.0', '1.1.0', '1.2.0', '1.3.4'],
  oldestSafe: '1.0.0',
}

test('a known library is counted by its language and version, another one as other, none as custom', () => {
  expect(clientOf('keywright-node/1.2.0', known)).toBe('keywright-node/1.2.0')
  for (const sent of [
    'keywright-rust/1.2.0',
    'keywright-node/1.4.0',
    'keywright-node/9999.0.0',
    'keywright-php/1.2.9',
  ]) {
    expect(clientOf(sent, known)).toBe('other')
  }
  const malformed = [
    '',
    'curl/8',
    'keywright-node/1.2',
    'keywright-node/1.2.0 ',
    'Keywright-node/1.2.0',
    'keywright-/1.2.0',
  ]
  for (const sent of [undefined, ...malformed, 'keywright-node/12345.0.0', 'xkeywright-node/1.2.0', ['a', 'b']]) {
    expect(clientOf(sent, known)).toBe('custom')
  }
})

test('whatever 10,000 strangers send, there are at most 52 names', () => {
  const random = Array.from({ length: 10_000 }, (_, n) => `keywright-${'abcdefghij'[n % 10]}/${n % 97}.${n % 13}.${n}`)
  const known100 = knownClients.languages.flatMap((language) =>
    Array.from({ length: 100 }, (_, n) => `keywright-${language}/0.${n % 10}.${n}`),
  )
  expect(new Set([...random, ...known100].map((sent) => clientOf(sent))).size).toBeLessThanOrEqual(52)
  expect(knownClients.languages.length * knownClients.released.length).toBeLessThanOrEqual(50)
})

test('a library is old two minor versions or a major one behind, and unsafe below the oldest safe version', () => {
  const stateOf = (version: string, more = known) => describeClient(`keywright-node/${version}`, more).state
  expect(stateOf('1.3.4')).toBe('current')
  expect(stateOf('1.2.0')).toBe('current')
  expect(stateOf('1.1.0')).toBe('old')
  expect(stateOf('0.9.0')).toBe('unsafe')
  expect(stateOf('1.3.4', { ...known, released: [...known.released, '2.0.0'] })).toBe('old')
  // by number, not by letter
  expect(stateOf('1.10.0', { ...known, released: ['1.9.0', '1.10.0'], oldestSafe: '1.9.0' })).toBe('current')
  for (const client of ['other', 'custom']) {
    expect(describeClient(client)).toEqual({ client, language: null, version: null, state: null })
  }
})

test('the newest version that the server knows is the one of the shipped libraries', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../../clients/manifest.json', import.meta.url), 'utf8')) as {
    version: string
    samples: readonly { id: string; library?: string }[]
  }
  expect(knownClients.released.at(-1)).toBe(manifest.version)
  const withLibrary = manifest.samples.filter(({ library }) => library !== undefined).map(({ id }) => id)
  expect([...knownClients.languages].sort()).toEqual(withLibrary.sort())
})
