import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast } from '../../shared/contrast.ts'

/** The colors of theme.css by name: `fg`, `ok`, `bad-solid`. */
const tokens = new Map(
  Array.from(
    readFileSync(new URL('../theme.css', import.meta.url), 'utf8').matchAll(/--color-([\w-]+): (#[0-9a-f]{6});/g),
    (m) => [String(m[1]), String(m[2])],
  ),
)

function token(name: string): string {
  const hex = tokens.get(name)
  if (hex === undefined) throw new Error(`theme.css has no --color-${name}`)
  return hex
}

const surfaces = ['bg', 'surface', 'raised', 'overlay']
const texts = ['fg', 'fg-2', 'fg-3', 'accent', 'ok', 'warn', 'bad', 'info']
const solids = ['accent-solid', 'accent-solid-hover', 'bad-solid', 'bad-solid-hover']

test('the formula gives the figures that WCAG gives', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

describe.each(surfaces)('on the surface %s', (surface) => {
  test.each(texts)('the text color %s has a contrast of at least 4.5', (text) => {
    expect(contrast(token(text), token(surface))).toBeGreaterThanOrEqual(4.5)
  })

  test('the outline of a control has a contrast of at least 3', () => {
    expect(contrast(token('control'), token(surface))).toBeGreaterThanOrEqual(3)
  })
})

test.each(solids)('white text on %s has a contrast of at least 4.5', (solid) => {
  expect(contrast('#ffffff', token(solid))).toBeGreaterThanOrEqual(4.5)
})

test('a switch that is on stands out from every surface by at least 3, or has its white knob for that', () => {
  for (const surface of surfaces) expect(contrast('#ffffff', token(surface))).toBeGreaterThanOrEqual(3)
})
