import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
/** npm's own commands; everything else after `npm run` is a script of ours. */
const command = /\bnpm (?:run ([\w:-]+)|(start|test)\b)/g

it.each(['README.md', 'CONTRIBUTING.md'])('every command that %s names exists', (file) => {
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  const named = [...read(file).matchAll(command)].map(([, script, short]) => script ?? short)
  expect(named).not.toEqual([])
  expect(scripts).toEqual(expect.arrayContaining(named))
})
