import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { composeSample, insideSample, readLibrary } from './compose-sample.ts'
import type { SampleLanguage } from './render-sample.ts'

const clients = new URL('../../clients/', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, clients), 'utf8')
const { samples } = JSON.parse(read('manifest.json')) as {
  samples: readonly { id: SampleLanguage; file: string; library?: string; parts?: readonly string[] }[]
}
const composed = samples.flatMap(({ id, file, library, parts = [] }) =>
  library === undefined ? [] : [{ id, library: readLibrary({ id, library, parts }, read), sample: read(file) }],
)

/** From the first region to the last: what is not imports. */
const bodyOf = (text: string) => {
  const first = text.search(/^.*#region/m)
  return text.slice(first, text.indexOf('\n', text.lastIndexOf('#endregion')) + 1)
}
const imports = /^(import|from|using [A-Z]|#include <).*$/gm

describe.each(composed)('the one file of $id', ({ id, library, sample }) => {
  const whole = composeSample(id, library, sample)

  const inside = insideSample(id, library)
  /** Behind the configuration. */
  const restOf = (text: string) => text.slice(text.indexOf('#endregion') + '#endregion\n'.length)

  test('holds the library unchanged, right after the configuration or at the end', () => {
    const at = whole.indexOf(inside)
    expect(at).toBeGreaterThan(whole.indexOf('#region config'))
    const before = restOf(whole.slice(0, at)).trim()
    const after = whole.slice(at + inside.length)
    expect(before === '' || after === '').toBe(true)
    // how it is taken may differ in the other file, what it does may not
    const codeOf = (text: string) => text.replace(/^ *(public |pub )*/gm, '').trim()
    expect(codeOf(inside)).toContain(codeOf(bodyOf(library)))
  })

  test('holds the rest of the sample unchanged but for how it calls the library, and begins as it does', () => {
    const codeOf = (text: string) => text.replace(/\bkeywright(\.|::)(?=[A-Z])/g, '').trim()
    expect(codeOf(restOf(whole).replace(inside, ''))).toBe(codeOf(restOf(sample)))
    expect(whole.slice(0, 300)).toBe(sample.slice(0, 300))
  })

  test('names each import once and takes nothing from the library any more', () => {
    const head = whole.slice(0, whole.indexOf('#region config'))
    const names = [...head.replace(/^#if[\s\S]*?^#endif$/gm, '').matchAll(imports)].map(([line]) => line)
    expect(new Set(names).size).toBe(names.length)
    expect(head).not.toMatch(/['" /]keywright\.(mjs|hpp)|Keywright\.php|from keywright|dev\.keywright/)
  })

  test('lacks no import that one of the two has', () => {
    const wanted = [...`${library}\n${sample}`.matchAll(imports)].map(([line]) => line)
    for (const line of wanted) {
      const module = /from '(node:.*)'$/.exec(line)?.[1]
      if (/keywright\.mjs|from keywright|dev\.keywright/.test(line)) continue
      expect(whole).toContain(module === undefined ? line : `from '${module}'`)
    }
  })
})

test('a library of several files is one that holds each of them, takes no file of its own any more, and needs no other', () => {
  const inParts = samples.filter(({ parts = [] }) => parts.length > 0)
  expect(inParts.map(({ id }) => id)).toContain('cpp')
  for (const { id, library = '', parts = [] } of inParts) {
    const whole = readLibrary({ id, library, parts }, read)
    for (const file of [...parts, library]) expect(whole).toContain(bodyOf(read(file)))
    expect(whole).not.toContain('#include "')
    const begin = read(library).search(/^(#include|import|use) /m)
    expect(whole.slice(0, begin)).toBe(read(library).slice(0, begin))
    expect(whole.match(/^(#pragma once|package .*)$/gm)).toHaveLength(1)
  }
  expect(() => readLibrary({ id: 'node', library: 'node/keywright.mjs', parts: ['node/client.mjs'] }, read)).toThrow(
    'A library for node is one file',
  )
})

test('a library without a region, or a sample without its configuration, is refused', () => {
  const [{ id, library, sample } = { id: 'node' as const, library: '', sample: '' }] = composed
  expect(() => composeSample(id, library.replaceAll('#region', ''), sample)).toThrow('has no')
  expect(() => composeSample(id, library, sample.replace('#region config', ''))).toThrow('has no')
  expect(() => composeSample('javascript', library, sample)).toThrow('javascript has no library')
})
