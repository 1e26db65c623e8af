import { expect, test } from 'vitest'
import { featureErrors, featuresLine, featuresOfRows, newFeatureRow, rowsOf } from './feature-rows.ts'

const features = { export: true, beta: false, projects: 10, tier: 'pro' }

test('features come back from their rows as they were', () => {
  expect(featuresOfRows(rowsOf(features))).toEqual(features)
  expect(featureErrors(rowsOf(features))).toEqual({})
  expect(featuresLine(features)).toBe('export: on, beta: off, projects: 10, tier: pro')
})

test('a row that the server would refuse is refused, each by its place', () => {
  const row = (part: object) => ({ ...newFeatureRow, ...part })
  const rows = [
    row({ name: 'Export' }),
    row({ name: 'tier' }),
    row({ name: 'tier' }),
    row({ name: 'projects', kind: 'number', value: '1.5' }),
    row({ name: 'note', kind: 'text', value: 'x'.repeat(201) }),
    row({ name: 'fine', kind: 'number', value: '-3' }),
  ]
  expect(Object.keys(featureErrors(rows))).toEqual(['feature-0', 'feature-2', 'feature-3', 'feature-4'])
  const many = Array.from({ length: 33 }, (_, n) => row({ name: `f${n}` }))
  expect(Object.keys(featureErrors(many))).toEqual(['features'])
})
