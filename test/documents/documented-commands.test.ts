import { expect, it } from 'vitest'
import { readFromRoot } from './repository-files.ts'

/** npm's own commands; everything else after `npm run` is a script of ours. */
const command = /\bnpm (?:run ([\w:-]+)|(start|test)\b)/g

it.each(['README.md', 'CONTRIBUTING.md'])('every command that %s names exists', (file) => {
  const scripts = Object.keys(JSON.parse(readFromRoot('package.json')).scripts)
  const named = [...readFromRoot(file).matchAll(command)].map(([, script, short]) => script ?? short)
  expect(named).not.toEqual([])
  expect(scripts).toEqual(expect.arrayContaining(named))
})
