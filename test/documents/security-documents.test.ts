import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { missingSentences, proofsIn, type Row, rowsOf, unquoted } from './quoted-proofs.ts'
import { readFromRoot, root } from './repository-files.ts'

const shortestReason = 5

const series = (letter: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${letter}${String(from + index).padStart(2, '0')}`)

const documents = ['docs/asvs.md', 'docs/security-checks.md']

describe.each(documents)('%s', (file) => {
  const rows = rowsOf(file)

  it('gives each row one of the three states, a test that is there, or a reason', () => {
    for (const { id, status, proof } of rows) {
      expect(['met', 'not applicable', 'deviation'], id).toContain(status)
      const named = proofsIn(proof).map(({ file: name }) => name)
      expect(
        named.filter((name) => !existsSync(root + name)),
        id,
      ).toEqual([])
      if (status === 'met') expect(named.length, id).toBeGreaterThan(0)
      else expect(proof.length, id).toBeGreaterThanOrEqual(shortestReason)
    }
  })

  it('quotes of each test that it calls a proof the sentence that proves, as it stands in that file', () => {
    const met = rows.filter(({ status }) => status === 'met')
    expect(met.length).toBeGreaterThan(70)
    expect(met.flatMap(({ id, proof }) => unquoted(proof).map((name) => `${id}: ${name}`))).toEqual([])
    expect(rows.flatMap(({ id, proof }) => missingSentences(proof).map((told) => `${id}: ${told}`))).toEqual([])
  })

  it('names each row once', () => {
    expect(rows.map(({ id }) => id)).toEqual([...new Set(rows.map(({ id }) => id))])
  })
})

it('a file without a sentence, a sentence of another file and one that is gone are found', () => {
  const own = 'test/documents/security-documents.test.ts'
  expect(unquoted(`\`${own}\`; \`test/contract/contract.test.ts\` "the contract"`)).toEqual([own])
  expect(missingSentences('`test/contract/contract.test.ts` "the contract", "has routes"')).toEqual([])
  expect(missingSentences('`test/contract/contract.test.ts` "has routes and more"')).toHaveLength(1)
  expect(missingSentences('`test/documents/lockfile.test.ts` "the lockfile", "has routes"')).toEqual([
    'has routes: not in test/documents/lockfile.test.ts',
  ])
  expect(missingSentences('`test/gone.test.ts` "has routes"')).toHaveLength(1)
})

it('the page about ASVS has the 70 requirements of level 1 and the 183 of level 2, and counts them right', () => {
  const rows = rowsOf('docs/asvs.md')
  const countOf = (is: (row: Row) => boolean) => rows.filter(is).length
  expect([countOf(({ level }) => level === '1'), countOf(({ level }) => level === '2')]).toEqual([70, 183])
  const count = (status: string) => countOf((row) => row.status === status)
  expect(readFromRoot('docs/asvs.md')).toContain(
    `${count('met')} met, ${count('not applicable')} not applicable, ${count('deviation')} deviations.`,
  )
})

it('the page about threats leaves none out', () => {
  const expected = [
    ...[...series('T', 1, 9), ...series('T', 10, 16), ...series('T', 20, 28), 'T24b', 'T24c', ...series('T', 30, 36)],
    ...[...series('T', 40, 49), ...series('T', 50, 53), ...series('T', 60, 66)],
    ...['R15', ...series('N', 1, 12), ...series('F', 1, 12), ...series('k', 1, 21)],
  ]
  expect(
    rowsOf('docs/security-checks.md')
      .map(({ id }) => id)
      .sort(),
  ).toEqual(expected.sort())
})

it('whatever runs is run by a command that exists', () => {
  const text = documents.map((file) => readFromRoot(file)).join('\n')
  for (const [command, kind, name] of text.matchAll(/`npm run (faults|bench) ([\w-]+)`/g)) {
    const list = readFromRoot(kind === 'faults' ? 'bench/faults.ts' : 'bench/main.ts')
    expect(list, command).toContain(`name: '${name}'`)
  }
})
