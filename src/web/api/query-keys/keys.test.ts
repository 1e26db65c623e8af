import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { partialMatchKey, type QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'

const folder = import.meta.dirname
const entities = readdirSync(folder).filter((name) => name.endsWith('.ts') && !/^keys\./.test(name))

/** Every key there is, made of the same parts. */
async function everyKey(): Promise<ReadonlyMap<string, QueryKey>> {
  const made = new Map<string, QueryKey>()
  for (const name of entities) {
    for (const keys of Object.values((await import(join(folder, name))) as Record<string, object>)) {
      for (const [part, key] of Object.entries(keys)) {
        const make = key as QueryKey | ((...parts: readonly unknown[]) => QueryKey)
        made.set(`${name} ${part}`, typeof make === 'function' ? make(7, 8, 9) : make)
      }
    }
  }
  return made
}

const isPages = (key: QueryKey) => key[2] === 'pages'

test('beneath the key of pages lie pages alone: a patch of rows meets no other shape', async () => {
  const keys = await everyKey()
  expect(keys.size).toBeGreaterThan(50)
  const pages = [...keys.values()].filter(isPages)
  expect(pages.length).toBeGreaterThan(4)
  for (const prefix of pages) {
    const beneath = [...keys].filter(([, key]) => partialMatchKey(key, prefix.slice(0, 3)))
    expect(beneath.filter(([, key]) => !isPages(key))).toEqual([])
  }
})

test('no two answers share a key', async () => {
  const texts = [...(await everyKey()).values()].map((key) => JSON.stringify(key))
  expect(new Set(texts).size).toBe(texts.length)
})

test('keys come from one place: nobody writes one beside its query', () => {
  const webFolder = join(folder, '..')
  const files = readdirSync(webFolder, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
  expect(sources.length).toBeGreaterThan(300)
  const own = sources.filter((name) =>
    /queryKey: \[|set(Query|Queries)Data\(\s*\[/.test(readFileSync(join(webFolder, name), 'utf8')),
  )
  expect(own).toEqual([])
})
