import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const mostFiles = 15
const mostReturns = 2

/** The requests that CONTRIBUTING follows file by file, with the names of the files in order. */
function readWalks(): [name: string, files: string[]][] {
  const text = readFileSync(`${root}CONTRIBUTING.md`, 'utf8')
  const section = text.split('## Four requests, file by file')[1]?.split('\n## ')[0] ?? ''
  return section
    .split('\n- **')
    .slice(1)
    .map((walk) => [walk.split('**')[0] ?? '', [...walk.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = '']) => file)])
}

describe('a request is read from its socket to its bytes', () => {
  const walks = readWalks()

  it('in four walks', () => {
    expect(walks.map(([name]) => name)).toEqual(['Login', 'Heartbeat', 'Making a license', "A webhook's delivery"])
  })

  it.each(walks)('%s: in at most 15 files, with at most two returns', (_name, files) => {
    const names = files.map((file) => file.split('/').at(-1) ?? '')
    const distinct = new Set(names)
    expect(distinct.size).toBeGreaterThan(5)
    expect(distinct.size).toBeLessThanOrEqual(mostFiles)
    expect(names.length - distinct.size).toBeLessThanOrEqual(mostReturns)
  })

  it('through files that exist where a folder is named', () => {
    const known = ['', 'features/client-api/', 'events/webhooks/']
    const named = walks.flatMap(([, files]) => files).filter((file) => file.includes('/'))
    const missing = named.filter((file) => !known.some((folder) => existsSync(`${root}src/server/${folder}${file}`)))
    expect(missing).toEqual([])
  })
})
