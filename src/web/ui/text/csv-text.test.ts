import { expect, test } from 'vitest'
import { csvText } from './csv-text.ts'

test('commas, quotes and line ends stay inside their cell', () => {
  expect(
    csvText(
      ['a', 'b'],
      [
        ['x,y', 'say "hi"\nthen'],
        [7, null],
      ],
    ),
  ).toBe('a,b\r\n"x,y","say ""hi""\nthen"\r\n7,\r\n')
})

test('nothing is a formula for the spreadsheet that opens it', () => {
  for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']) {
    const cell = csvText([], [[formula]]).slice(2)
    expect([formula, cell.startsWith(`"'`)]).toEqual([formula, true])
  }
})
