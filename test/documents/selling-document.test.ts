import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { missingSentences, proofsIn, rowsOf, unquoted } from './quoted-proofs.ts'
import { readFromRoot, root } from './repository-files.ts'

const file = 'docs/selling.md'
const rows = rowsOf(file)

it('each sentence about selling but that of resellers is proved by tests that are there, quoted as they stand', () => {
  expect(rows.map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6', '8', '9', '10'])
  for (const { id, status, proof } of rows) {
    expect(status, id).toBe('met')
    expect(proofsIn(proof).length, id).toBeGreaterThan(0)
    expect(unquoted(proof), id).toEqual([])
    expect(missingSentences(proof), id).toEqual([])
    expect(
      proofsIn(proof).filter((named) => !existsSync(root + named.file)),
      id,
    ).toEqual([])
  }
})

it('whatever the page says to run is there', () => {
  const commands = [...readFromRoot(file).matchAll(/`npm run (faults|bench) ([\w-]+)`/g)]
  expect(commands.length).toBeGreaterThan(2)
  for (const [command, kind, name] of commands) {
    const list = readFromRoot(kind === 'faults' ? 'bench/faults.ts' : 'bench/main.ts')
    expect(list, command).toContain(`name: '${name}'`)
  }
})
