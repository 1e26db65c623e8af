import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { composeSample } from './compose-sample.ts'
import { renderSample } from './render-sample.ts'

const clients = new URL('../../clients/', import.meta.url)
const sample = composeSample(
  'node',
  readFileSync(new URL('node/keywright.mjs', clients), 'utf8'),
  readFileSync(new URL('node/client.mjs', clients), 'utf8'),
)
const { renderValues } = JSON.parse(readFileSync(new URL('vectors.json', clients), 'utf8')) as {
  renderValues: string[]
}

/** The values that the rendered program uses. */
function evaluate(rendered: string): unknown {
  const config = rendered.slice(rendered.indexOf('// #region config'), rendered.indexOf('// #region hwid'))
  const names = ['API_KEY', 'APP_VERSION', 'ORIGIN', 'HWID_SALT', 'HEARTBEAT_SECONDS', 'VERIFY_SECONDS']
  return JSON.parse(String(runInNewContext(`${config}; JSON.stringify([${names.join()}])`)))
}

describe('a rendered Node.js sample', () => {
  test.for(renderValues)('holds %j exactly as it was given, wherever it stands', (value) => {
    const texts = { API_KEY: value, APP_VERSION: value, ORIGIN: value, HWID_SALT: value }
    const rendered = renderSample(sample, 'node', { ...texts, HEARTBEAT_SECONDS: 1, VERIFY_SECONDS: 2 })
    expect(evaluate(rendered)).toEqual([value, value, value, value, 1, 2])
  })

  test('shows only ASCII for a value that does not', () => {
    const rendered = renderSample(sample, 'node', { API_KEY: renderValues.join('') })
    expect(/^const API_KEY = .*$/m.exec(rendered)?.[0]).toMatch(/^[ -~]+$/)
  })

  test('is the shipped file where no value is given', () => {
    expect(renderSample(sample, 'node', {})).toBe(sample)
  })
})

describe('a template', () => {
  const placeholders = [
    "'YOUR_API_KEY'",
    "'1.0.0'",
    "'http://localhost:3000'",
    "'keywright-app-0'",
    'VERIFY_SECONDS = 300',
  ]

  test.for(placeholders)('without %s, or with two of them, is refused', (placeholder) => {
    const message = `The sample must hold ${placeholder} exactly once`
    expect(() => renderSample(sample.replace(placeholder, ''), 'node', {})).toThrow(message)
    expect(() => renderSample(`${sample}// ${placeholder}`, 'node', {})).toThrow(message)
  })

  test('is refused when a longer number stands where a placeholder should', () => {
    const changed = sample.replace('HEARTBEAT_SECONDS = 30', 'HEARTBEAT_SECONDS = 305')
    expect(() => renderSample(changed, 'node', {})).toThrow('HEARTBEAT_SECONDS = 30 exactly once')
  })

  test.for([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('takes no %d for a number of seconds', (seconds) => {
    expect(() => renderSample(sample, 'node', { RETRY_SECONDS: seconds })).toThrow('must be a positive integer')
  })
})
