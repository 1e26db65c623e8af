import { expect, it } from 'vitest'
import { hostileStrings } from '../../../test/contract/hostile-values.ts'
import { openLog } from './log.ts'

/** Characters that log readers take for a line break, or that terminals interpret. */
const breaks = /\p{Cc}|\p{Zl}|\p{Zp}/u

it.each(['json', 'pretty'] as const)('a record is one line, whatever its fields hold: %s', (format) => {
  const lines: string[] = []
  const log = openLog('info', format, (line) => lines.push(line))
  const texts = [...hostileStrings, 'a\r\nb', 'a\u2028b\u2029c', '\u001b[2Jgone', 'a\u0085b', '\u009b2Jgone']
  for (const text of texts) log.warn('refused', { text })
  expect(lines).toHaveLength(texts.length)
  expect(lines.filter((line) => breaks.test(line))).toEqual([])
  if (format === 'json') expect(lines.map((line) => JSON.parse(line).text)).toEqual(texts)
})

it('a record says when it was, in UTC', () => {
  const lines: string[] = []
  const before = new Date()
  openLog('info', 'json', (line) => lines.push(line)).info('a')
  const { time } = JSON.parse(lines[0] ?? '')
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  expect(Date.parse(time)).toBeGreaterThanOrEqual(before.getTime())
})

it('a level leaves out what weighs less', () => {
  const lines: string[] = []
  const log = openLog('error', 'json', (line) => lines.push(line))
  log.info('a')
  log.warn('b')
  log.error('c')
  expect(lines.map((line) => JSON.parse(line).message)).toEqual(['c'])
})
