import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const codeColors = read('code-colors.css')
const lightColors = read('../../light-theme.css')

const block = (css: string, selector: string) => css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? ''
const colorsIn = (text: string, prefix: string) =>
  [...text.matchAll(new RegExp(`--${prefix}-([\\w-]+): (#[0-9a-f]{3,6});`, 'g'))].map(
    ([, name = '', hex = '']) => [name, hex] as const,
  )

/** WCAG 2: relative luminance and contrast. */
function luminance(hex: string): number {
  const full = hex.length === 4 ? `#${[...hex.slice(1)].map((digit) => digit + digit).join('')}` : hex
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: string, b: string) => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const darkCode = colorsIn(block(codeColors, ':root'), 'code')
const lightCode = colorsIn(block(codeColors, '.light'), 'code')
const light = new Map(colorsIn(block(lightColors, '.light'), 'color'))
const lightSurfaces = ['#ffffff', '#f6f8fa', '#eef1f5']

describe('colors of code and of the light documentation', () => {
  it.each(darkCode)('code that is a %s can be read on the dark page (%s)', (_name, hex) => {
    expect(contrast(hex, '#0a0c10')).toBeGreaterThanOrEqual(4.5)
  })
  it.each(lightCode)('code that is a %s can be read on the light page (%s)', (_name, hex) => {
    for (const surface of lightSurfaces) expect(contrast(hex, surface)).toBeGreaterThanOrEqual(4.5)
  })
  it.each(['fg', 'fg-2', 'fg-3', 'accent', 'ok', 'warn', 'bad', 'info'])(
    '%s can be read on every light surface',
    (name) => {
      for (const surface of lightSurfaces)
        expect(contrast(light.get(name) ?? '#fff', surface)).toBeGreaterThanOrEqual(4.5)
    },
  )
  it('have a light look for every dark one', () => {
    expect(lightCode.map(([name]) => name)).toEqual(darkCode.map(([name]) => name))
    expect(darkCode).toHaveLength(6)
  })
})
