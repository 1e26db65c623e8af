import { describe, expect, it } from 'vitest'
import manifest from '../../clients/manifest.json' with { type: 'json' }
import { readFromRoot } from '../documents/repository-files.ts'

const page = readFromRoot('docs/guide/client-libraries.md')

/** A library of several files. */
function shipped(language: string): string {
  const sample = manifest.samples.find(({ id }) => id === language)
  return [...(sample?.parts ?? []), sample?.library].map((file) => readFromRoot(`clients/${file}`)).join('')
}

const libraries = {
  'Node.js': readFromRoot('clients/node/package/keywright.d.mts'),
  Python: readFromRoot('clients/python/keywright.py'),
  PHP: readFromRoot('clients/php/Keywright.php'),
  'C++': readFromRoot('clients/cpp/keywright.hpp'),
  Rust: readFromRoot('clients/rust/keywright.rs'),
  'C#': readFromRoot('clients/csharp/Keywright.cs'),
  Java: shipped('java'),
} as const

/** The rows below a heading, cell by cell, with the names in code marks of each. */
const rowsOf = (heading: string) => {
  const section = page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|---'))
    .map((line) => line.slice(2, -2).split(' | '))
}
const namesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

const has = (language: keyof typeof libraries, name: string) =>
  new RegExp(`(?<![\\w$])\\$?${name.replace(/\W/g, '\\$&')}(?!\\w)`).test(libraries[language])

/** The languages that a column is about. */
const languagesOf = (head = '') => head.split(', ') as (keyof typeof libraries)[]

describe('the page about the client libraries', () => {
  it.each(['Options', 'Calls'])('names what each library has: %s', (heading) => {
    const [heads = [], ...rows] = rowsOf(heading).filter((cells) => cells.length === 4)
    expect(rows.length).toBeGreaterThan(10)
    for (const row of rows) {
      for (const [index, cell] of row.slice(0, -1).entries()) {
        for (const language of languagesOf(heads[index])) {
          for (const name of namesIn(cell)) {
            // a keyword there
            const own = language === 'C++' && name === 'register' ? 'register_user' : name
            expect(has(language, own), `${language} has ${own}`).toBe(true)
          }
        }
      }
    }
  })

  it('names each code that the clients make, and no other', () => {
    const named = rowsOf('Results and errors').flatMap(([cell = '']) => namesIn(cell))
    const codes = named.filter((name) => !name.includes('('))
    for (const code of codes) {
      for (const [language, text] of Object.entries(libraries)) {
        // the types of Node.js name the five of them together
        const wanted = language === 'Node.js' && code.startsWith('offline_') ? 'offline_*' : code
        expect(text.includes(wanted), `${language} has ${code}`).toBe(true)
      }
    }
    const made = [...libraries.Python.matchAll(/code="(\w+)"|"(offline_\w+)":|True, "(offline)"/g)].map(
      ([, one, two, three]) => one ?? two ?? three ?? '',
    )
    expect([...new Set(codes)].toSorted()).toEqual(
      expect.arrayContaining([...new Set(made)].filter((code) => code !== '').toSorted()),
    )
  })

  it('names what the library for Go has', () => {
    const files = ['client', 'offline', 'options', 'result', 'session', 'texts', 'monitor', 'hwid', 'components']
    const library = files.map((file) => readFromRoot(`clients/go/${file}.go`)).join('')
    const section = page.split('\n## Go\n')[1]?.split('\n## ')[0] ?? ''
    const shared = section.match(/^\| `[a-z].*? \|/gm) ?? []
    expect(shared).toHaveLength(6)
    const names = namesIn(section).filter((name) => /^\*?[A-Z][A-Za-z]+$/.test(name))
    expect(names.length).toBeGreaterThan(45)
    for (const name of names) expect(library).toMatch(new RegExp(`\\b${name.replace('*', '')}\\b`))
    const options = library.slice(library.indexOf('type Options struct'), library.indexOf('type OptionsError'))
    const declared = [...options.matchAll(/^\t([A-Z]\w+) +\S/gm)].map(([, name = '']) => name)
    expect(declared.filter((name) => !names.includes(name))).toEqual([])
  })

  it('names the events of the monitor in every language', () => {
    const events = rowsOf('Events')
      .slice(1)
      .flatMap(([cell = '']) => namesIn(cell))
    expect(events).toEqual(['lost', 'status', 'offline', 'online'])
    for (const event of events) {
      for (const language of Object.keys(libraries) as (keyof typeof libraries)[]) {
        expect(has(language, event), `${language} has ${event}`).toBe(true)
      }
    }
  })
})
