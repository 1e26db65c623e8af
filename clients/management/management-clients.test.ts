import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { managementDocument } from './generate/management-document.ts'
import { pythonFiles } from './generate/python.ts'
import { typescriptFiles } from './generate/typescript.ts'

const document = managementDocument()

const clients = [
  ['TypeScript', 'typescript/src/', typescriptFiles],
  ['Python', 'python/src/keywright_management/', pythonFiles],
] as const

/** With `WRITE_CLIENTS=1` the files are written; it is done with every change of the API. */
describe.each(clients)('the management client of %s', (_language, place, generate) => {
  it('is the one that is generated from the contract, byte for byte', async () => {
    const folder = new URL(place, import.meta.url)
    const files = Object.entries(await generate(document))
    expect(files.length).toBe(2)
    for (const [name, text] of files) {
      const file = new URL(name, folder)
      if (process.env.WRITE_CLIENTS === '1') writeFileSync(file, text)
      expect(readFileSync(file, 'utf8') === text, `${place}${name} is of another contract: WRITE_CLIENTS=1`).toBe(true)
    }
  })
})

describe('what the management clients hold', () => {
  it('is every call that a token may make, and none of sign-in, of end users, of shops, or of people alone', () => {
    const paths = Object.keys(document.paths)
    expect(paths).toContain('/api/applications/{id}/licenses/generate')
    const others = paths.filter((path) => /^\/api\/(v1|auth|setup|shops|portal|account|admin|system|events)/.test(path))
    expect(others).toEqual([])
    expect(Object.keys(document.components.schemas ?? {})).toContain('License')
    expect(Object.keys(document.components.schemas ?? {})).not.toContain('Passkey')
  })
})
