import { expect, it } from 'vitest'
import { rowCounter } from './export-activity.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

it('counts the rows of a file however its bytes are cut', () => {
  const csv = 'id,event\r\n1,a\r\n2,b\r\n'
  const json = '[{"id":1,"detail":{"outcome":"a"}},{"id":2,"userAgent":"{\\"id\\":3}"}]'
  for (const size of [1, 3, 1000]) {
    for (const [format, text] of [['csv', csv] as const, ['json', json] as const]) {
      const count = rowCounter(format)
      let rows = 0
      for (let at = 0; at < text.length; at += size) rows = count(bytes(text.slice(at, at + size)))
      expect([format, size, rows]).toEqual([format, size, 2])
    }
  }
})
