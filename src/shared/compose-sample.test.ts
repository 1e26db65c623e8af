import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { composeSample, readLibrary } from './compose-sample.ts'
import type { SampleLanguage } from './render-sample.ts'

const clients = new URL('../../clients/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, clients), 'utf8')
const { samples } = JSON.parse(read('manifest.json')) as {
  samples: readonly { id: SampleLanguage; file: string; library?: string; parts?: readonly string[] }[]
}
const composed = samples.flatMap(({ id, file, library, parts = [] }) =>
  library === undefined ? [] : [{ id, library: readLibrary({ library, parts }, read), sample: read(file) }],
)

/** From the first region to the last: what is not imports. */
const bodyOf = (text: string) => {
  const first = text.search(/^.*#region/m)
  return text.slice(first, text.indexOf('\n', text.lastIndexOf('#endregion')) + 1)
}
const imports = /^(import|from|using [A-Z]|#include <).*$/gm

describe.each(composed)('the one file of $id', ({ id, library, sample }) => {
  const whole = composeSample(id, library, sample)

  test('holds the library unchanged, right after the configuration', () => {
    const at = whole.indexOf(bodyOf(library))
    expect(at).toBeGreaterThan(whole.indexOf('#region config'))
    expect(whole.slice(whole.indexOf('#endregion') + '#endregion'.length, at).trim()).toBe('')
  })

  test('holds the rest of the sample unchanged, and begins as it does', () => {
    expect(whole.endsWith(sample.slice(sample.indexOf('#endregion') + '#endregion\n'.length))).toBe(true)
    expect(whole.slice(0, 300)).toBe(sample.slice(0, 300))
  })

  test('names each import once and takes nothing from the library any more', () => {
    const head = whole.slice(0, whole.indexOf('#region config'))
    const names = [...head.replace(/^#if[\s\S]*?^#endif$/gm, '').matchAll(imports)].map(([line]) => line)
    expect(new Set(names).size).toBe(names.length)
    expect(head).not.toMatch(/['" /]keywright\.(mjs|hpp)|Keywright\.php|from keywright/)
  })

  test('lacks no import that one of the two has', () => {
    const wanted = [...`${library}\n${sample}`.matchAll(imports)].map(([line]) => line)
    for (const line of wanted) {
      const module = /from '(node:.*)'$/.exec(line)?.[1]
      if (/keywright\.mjs|from keywright/.test(line)) continue
      expect(whole).toContain(module === undefined ? line : `from '${module}'`)
    }
  })
})

test('a library of several files is one that holds each of them, takes no file of its own any more, and needs no other', () => {
  const cpp = samples.find(({ id }) => id === 'cpp')
  const { library = '', parts = [] } = cpp ?? {}
  expect(parts.length).toBeGreaterThan(0)
  const whole = readLibrary({ library, parts }, read)
  for (const file of [...parts, library]) expect(whole).toContain(bodyOf(read(file)))
  expect(whole).not.toContain('#include "')
  expect(whole.slice(0, 300)).toBe(read(library).slice(0, 300))
  expect(whole.match(/^#pragma once$/gm)).toHaveLength(1)
})

test('a library without a region, or a sample without its configuration, is refused', () => {
  const [{ id, library, sample } = { id: 'node' as const, library: '', sample: '' }] = composed
  expect(() => composeSample(id, library.replaceAll('#region', ''), sample)).toThrow('has no')
  expect(() => composeSample(id, library, sample.replace('#region config', ''))).toThrow('has no')
  expect(() => composeSample('javascript', library, sample)).toThrow('javascript has no library')
})
